import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Measured, Task, Told } from "./load";

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a program on one core. */
export function pinned(core: number, command: string, args: readonly string[], env: NodeJS.ProcessEnv, ipc = false) {
  const child = spawn("taskset", ["-c", String(core), command, ...args], {
    env: { ...process.env, ...env },
    stdio: ipc ? ["ignore", "inherit", "inherit", "ipc"] : "ignore",
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** One of the benchmark's own programs. Resolves when it is ready. */
export async function own(core: number, name: string, args: readonly string[]): Promise<ChildProcess> {
  const child = pinned(core, process.execPath, ["--import", "tsx", join(__dirname, name), ...args], {}, true);
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return child;
}

/** Kills a program and waits for its end. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await over;
}

/** What a task cost the router. */
export interface Cost extends Measured {
  /** CPU seconds of the router while it was measured. */
  cpu: number;
  /** MB, at the end. */
  memory: number;
}

/** Gives the load generator a task and looks at a process meanwhile. */
export function measure(load: ChildProcess, task: Task, pid: number | undefined): Promise<Cost> {
  return new Promise((resolve, reject) => {
    let before = 0;
    let cpu = 0;
    let memory = 0;
    const ended = (code: number | null) => reject(new Error(`the load generator ended with ${code}`));
    const hear = (told: Told) => {
      if (told === "begin") before = cpuOf(pid);
      else if (told === "end") {
        cpu = cpuOf(pid) - before;
        memory = memoryOf(pid);
      } else if (told !== "ready") {
        load.off("message", hear);
        load.off("exit", ended);
        resolve({ ...told, cpu, memory });
      }
    };
    load.on("message", hear);
    load.once("exit", ended);
    load.send(task);
  });
}

const ticks = Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout) || 100;

/** CPU seconds of a process so far. */
function cpuOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** What a process holds in memory, MB. */
export function memoryOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
