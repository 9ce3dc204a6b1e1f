import { type ChildProcess, spawn } from "node:child_process";

/** How a process ended: one of the two is null. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A program in a process group of its own. */
export interface Group {
  pid: number;
  /** What the program itself has written so far, stdout and stderr mixed. */
  logs(): string;
  /** Resolves when the program has ended; its group is dead by then. */
  exited: Promise<Exit>;
  /** Kills the program and all that it has started. */
  kill(): void;
}

const alive = new Set<number>();
let hooked = false;

/** Starts a program in its own process group. The group is killed at the latest when this process ends, however it ends.
 *  Rejects if the program cannot be run. */
export async function startGroup(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Group> {
  const child = spawn(command, args, { detached: true, env, stdio: ["ignore", "pipe", "pipe"] });
  const spawned = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("spawn", () => resolve(child.pid ?? 0));
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (more: string) => {
      text = (text + more).slice(-2_000_000);
    });
  }
  const pid = await spawned;
  const guard = watched(pid);
  const kill = () => killGroup(pid);
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      kill();
      alive.delete(pid);
      guard.kill("SIGKILL");
      // the last words may still be on their way
      const done = () => resolve({ code, signal });
      child.once("close", done);
      setTimeout(done, 2000).unref();
    });
  });
  return { pid, logs: () => text, exited, kill };
}

/** A watcher that kills the group once this process is gone, even by SIGKILL: its standard input ends then. */
function watched(pid: number): ChildProcess {
  const script = `read -r _; kill -KILL -${pid}`;
  const guard = spawn("sh", ["-c", script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  guard.on("error", () => undefined);
  guard.stdin?.on("error", () => undefined);
  guard.unref();
  alive.add(pid);
  if (!hooked) {
    hooked = true;
    process.once("exit", () => {
      for (const group of alive) killGroup(group);
    });
  }
  return guard;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
