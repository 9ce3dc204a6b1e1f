import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePorts } from "./ports";

/** An engine's double in a process of its own, so that it can be frozen and killed. */
export async function startEngineProcess() {
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, [join(__dirname, "freezable.mjs"), String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", () => reject(new Error("the engine process ended at once")));
  });
  return {
    address: `127.0.0.1:${port}`,
    pid: child.pid,
    signal: (name: NodeJS.Signals) => child.kill(name),
    stop: async () => {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
