import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { awsPython } from "./available";
import { Sidecar } from "./client";

/** A running sidecar. */
export interface Started {
  sidecar: Sidecar;
  stop: () => Promise<void>;
}

/**
 * Starts botocore and moto on a free port of the loopback. They end with this process, since they read from it.
 *
 * @throws Error that says what to run, when they are not installed.
 */
export async function startSidecar(): Promise<Started> {
  const child = spawn(awsPython(), [join(__dirname, "serve.py")], { stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const ended = once(child, "close");
  const port = await Promise.race([
    once(child.stdout, "data").then(([data]) => Number(String(data).trim())),
    ended.then(() => Promise.reject(new Error(`The double of AWS does not start:\n${errors}`))),
  ]);
  return {
    sidecar: new Sidecar(`http://127.0.0.1:${port}`),
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
