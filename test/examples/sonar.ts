import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The repository. */
export const root = resolve(__dirname, "../..");

/** Every example, and the root stack. */
export const examples = [
  ...readdirSync(join(root, "examples")).map((name) => ({ name, folder: join("examples", name) })),
  { name: "stack", folder: "." },
];

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line from its sources, as `npm run preview` does. */
export function sonar(...args: string[]): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    ["--conditions=sonar-source", "--import", "tsx", join(root, "packages/cli/src/main.ts"), ...args],
    { cwd: root, env: { ...process.env, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const out: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (out.stdout += chunk));
  child.stderr.on("data", (chunk) => (out.stderr += chunk));
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => done({ ...out, code }));
  });
}
