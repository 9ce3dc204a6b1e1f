import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { RouterConfig } from "../config/config";
import { httpServer, listening, sayText } from "../http/server";

/** What the thread is given. */
interface Given {
  alive: RouterConfig["alive"];
  /** When the loop last turned, ns of the monotonic clock. */
  beat: BigInt64Array;
}

const beatMs = 250;

/** Heap of the thread, which holds nothing. */
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };

/**
 * Answers /health on a thread of its own: a thousand connections at once keep the one that routes from answering for seconds, and that is no
 * reason to restart it. 503 once its loop has not turned for `stalledSeconds`: then it is one. Resolves with the port; `failed` is told when the
 * thread ends.
 */
export function startAlive(
  file: string,
  alive: RouterConfig["alive"],
  failed: (error: unknown) => void,
): Promise<number> {
  const beat = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const turn = () => Atomics.store(beat, 0, process.hrtime.bigint());
  turn();
  setInterval(turn, beatMs).unref();
  const given: Given = { alive, beat };
  const thread = new Worker(file, { workerData: given, resourceLimits });
  thread.unref();
  thread.once("error", failed);
  thread.once("exit", () => failed(new Error("the thread that answers the liveness probe has ended")));
  return new Promise((resolve) => thread.once("message", resolve));
}

/** The thread itself. */
async function serve({ alive, beat }: Given): Promise<void> {
  const stalled = BigInt(Math.round(alive.stalledSeconds * 1e9));
  const server = httpServer((req, res) => {
    if (req.url !== "/health") return sayText(res, 404, "not found\n");
    const late = process.hrtime.bigint() - Atomics.load(beat, 0);
    if (late < stalled) sayText(res, 200, "ok\n");
    else sayText(res, 503, `the router's loop has not turned for ${late / 1_000_000_000n} s\n`);
  });
  parentPort?.postMessage(await listening(server, alive));
}

/** Runs the thread where this is it; whether it is. */
export function isAliveThread(): boolean {
  if (!isMainThread) void serve(workerData as Given);
  return !isMainThread;
}
