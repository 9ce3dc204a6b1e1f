import { spawn } from "node:child_process";
import { join } from "node:path";

/** What a run of the command line left. */
export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Folder of a fixture program. */
export function fixture(name: string): string {
  return join(__dirname, name);
}

/** Time for a test that starts the command line; generous, for slow machines. */
export const SPAWN = { timeout: 180_000 };

/** Runs the real command line from its source, with pipes for its output. */
export function sonar(...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [join(__dirname, "../bin/sonar.js"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ran: Ran = { status: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ran.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ran.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve({ ...ran, status }));
  });
}
