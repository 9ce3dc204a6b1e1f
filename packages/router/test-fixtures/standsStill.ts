import { isAliveThread, startAlive } from "../src/lifecycle/alive";

/** A program whose loop stands still for as many ms as it is told, and then goes on. */
async function main(): Promise<void> {
  const alive = { host: "127.0.0.1", port: 0, stalledSeconds: 1 };
  const port = await startAlive(__filename, alive, (error) => {
    console.error(error);
    process.exit(1);
  });
  process.stdout.write(`${port}\n`);
  process.stdin.on("data", (given) => {
    const cell = new Int32Array(new SharedArrayBuffer(4));
    Atomics.wait(cell, 0, 0, Number(given));
  });
}

if (!isAliveThread()) void main();
