import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** What a run of the command line left. */
export interface Ran {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Folder of a fixture program. */
export function fixture(name: string): string {
  return join(__dirname, name);
}

/** Time for a test that starts the command line; generous, for slow machines. */
export const SPAWN = { timeout: 180_000 };

const SOURCE = ["--conditions=sonar-source", "--import", require.resolve("tsx"), join(__dirname, "../src/main.ts")];

/** Runs the real command line from its source, with pipes for its output. */
export function sonar(...args: string[]): Promise<Ran> {
  return finished(start([...SOURCE, ...args]));
}

/** Runs `sonar` as a shell does. */
export function startBin(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  return start([join(__dirname, "../bin/sonar.js"), ...args]);
}

/** Waits for the end of a process. */
export function finished(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ran> {
  const ran: Ran = { status: null, signal: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ran.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ran.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ ...ran, status, signal }));
  });
}

function start(args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
}
