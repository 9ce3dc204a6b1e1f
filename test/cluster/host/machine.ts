import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { command, until } from "./command";
import { logFile } from "./paths";
import { changeState, isAlive, type OwnedProcess, readState, startTime } from "./state";

const firstProcess = (holder: number) => Number(readFileSync(`/proc/${holder}/task/${holder}/children`, "utf8").trim());

/** Its first process prepares the machine's mounts, then collects orphans until it is ended. */
const init = (prepare: string) => `set -e
mount --make-rshared /
${prepare}
echo ready
exec >/dev/null 2>&1 </dev/null
set +e
trap 'exit 0' TERM
while :; do sleep 3600 & wait $!; done`;

/**
 * A machine of the test cluster: mount, process and network namespaces of its own. When its first process ends, the kernel ends all its
 * processes, unmounts what they mounted and removes its network devices: nothing is left to clean up one by one.
 */
export class Machine {
  private constructor(
    readonly name: string,
    /** First process, as seen from outside. */
    readonly pid: number,
  ) {}

  private static refused = false;

  /** After an interrupt no more machines start, so that taking down what runs is complete. */
  static startNoMore(): void {
    Machine.refused = true;
  }

  /** Starts a machine; `prepare` are shell commands, run first and inside it. */
  static async start(name: string, prepare: string): Promise<Machine> {
    if (Machine.refused) throw new Error("interrupted");
    mkdirSync(dirname(logFile(name)), { recursive: true });
    const log = openSync(logFile(name), "w");
    // if the holder ends, the kernel ends the first process with it
    const flags = ["--mount", "--pid", "--net", "--fork", "--kill-child", "--mount-proc", "--propagation", "private"];
    const holder = spawn("unshare", [...flags, "bash", "-c", init(prepare)], {
      detached: true,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    const pid = holder.pid;
    if (pid === undefined) throw new Error("unshare does not run: install util-linux.");
    const recorded: OwnedProcess = { name, pid, started: startTime(pid) ?? "" };
    changeState(({ machines }) => machines.push(recorded));
    holder.unref();
    let failed = false;
    holder.on("exit", () => {
      failed = true;
    });
    const said = () => readFileSync(logFile(name), "utf8");
    await until(`machine ${name}`, 20, async () => failed || said().includes("ready\n"), said());
    if (failed) throw new Error(`machine ${name} did not start: ${said()}`);
    return new Machine(name, firstProcess(pid));
  }

  /** A machine that runs already; undefined when it does not. */
  static find(name: string): Machine | undefined {
    const holder = readState().machines.find((machine) => machine.name === name);
    return holder && isAlive(holder) ? new Machine(name, firstProcess(holder.pid)) : undefined;
  }

  private enter(program: string, args: string[]): string[] {
    return ["-t", String(this.pid), "--mount", "--pid", "--net", "--", program, ...args];
  }

  /** Runs a program in the machine to its end. */
  command(program: string, args: string[], input?: string): Promise<string> {
    return command("nsenter", this.enter(program, args), { input });
  }

  /** Runs lines of shell in the machine to their end. */
  shell(lines: string): Promise<string> {
    return this.command("bash", ["-ec", lines]);
  }

  /** Starts a program that stays, with a log of its own. It ends with the machine. */
  service(name: string, program: string, args: string[], env: Record<string, string> = {}): void {
    const log = openSync(logFile(name), "w");
    const child = spawn("nsenter", this.enter(program, args), {
      detached: true,
      stdio: ["ignore", log, log],
      env: { ...process.env, ...env },
    });
    closeSync(log);
    child.on("exit", () => Machine.ended.push(name));
    child.unref();
  }

  private static readonly ended: string[] = [];

  /** @throws Error that names the programs that were to stay and have ended, with the end of their logs */
  static allStay(): void {
    if (Machine.ended.length === 0) return;
    const logs = Machine.ended.map((name) => `${name}:\n  ${readFileSync(logFile(name), "utf8").slice(-600)}`);
    throw new Error(`These have ended, and should not: ${logs.join("\n")}`);
  }
}
