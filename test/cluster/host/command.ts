import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

/** How a command is run. */
export interface CommandOptions extends Pick<SpawnOptions, "cwd" | "env"> {
  /** Standard input. */
  input?: string;
  /** Lowest priority, for work that may take minutes. @default false */
  background?: boolean;
  /** Lines of the output that an error ends with. @default 15 */
  lines?: number;
}

const running = new Set<ChildProcess>();

/** Interrupts the commands that run, as the terminal would. */
export function interruptCommands(): void {
  for (const child of running) child.kill("SIGINT");
}

/**
 * Runs a program to its end and returns what it printed.
 *
 * @throws Error with the command, its status and its last lines, when it fails.
 */
export function command(program: string, args: string[], options: CommandOptions = {}): Promise<string> {
  const { input, background, lines = 15, ...rest } = options;
  const [file, argv] = background ? ["nice", ["-n", "19", program, ...args]] : [program, args];
  return new Promise((resolve, reject) => {
    const child = spawn(file, argv, { ...rest, stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"] });
    running.add(child);
    let out = "";
    let all = "";
    child.stdout?.on("data", (data) => {
      out += data;
      all += data;
    });
    child.stderr?.on("data", (data) => {
      all += data;
    });
    child.on("error", (error) => reject(new Error(`${program} does not run: ${error.message}`)));
    child.on("close", (status, signal) => {
      running.delete(child);
      if (status === 0) return resolve(out);
      const last = all.trimEnd().split("\n").slice(-lines).join("\n  ");
      reject(new Error(`"${[program, ...args].join(" ").slice(0, 300)}" ended with ${signal ?? status}:\n  ${last}`));
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

/** Whether a command succeeds. */
export const succeeds = (program: string, args: string[], options?: CommandOptions) =>
  command(program, args, options).then(
    () => true,
    () => false,
  );

export const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/**
 * Asks again until the answer is true.
 *
 * @throws Error that names what did not come, after `seconds`.
 */
export async function until(what: string, seconds: number, ask: () => Promise<boolean>, hint = ""): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`${what} did not come within ${seconds} s. ${hint}`.trim());
    await sleep(250);
  }
}
