import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Core } from "./engine/core";

/** Opens the port once the model is "loaded"; until then connections are refused. Throws when a load that SIGTERM has hit is given up. */
export async function open(core: Core, server: Server): Promise<void> {
  const { loadSeconds, readySeconds } = core.settings;
  await sleep(loadSeconds * 1000);
  if (core.stopping) {
    await sleep(Math.max(0, readySeconds - loadSeconds) * 1000);
    throw new Error(`Timed out waiting for engine core processes to start. Waited ${readySeconds}s`);
  }
  await core.transfer?.open();
  const { host, port } = core.settings;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

/**
 * What SIGTERM does, as the real engine was seen to do it. Requests that run have `--shutdown-timeout` seconds, /health stays 200, new generations
 * get 500. Then the engine's core ends. What has not finished by then is never answered: the port closes, and the process stays until the
 * clients of those requests give up. Without any time to drain, the real engine does this or one of two other things, as microseconds decide:
 * its core still ends requests with "abort", or its death is noticed and ends them with an error. STAND_IN_ABORT chooses.
 */
export async function close(core: Core, server: Server): Promise<void> {
  core.stopping = true;
  const { shutdownTimeout, teardownSeconds, abort } = core.settings;
  console.log(`shutdown: ${shutdownTimeout > 0 ? "drain" : "abort"}, ${shutdownTimeout} s`);
  if (shutdownTimeout > 0) {
    const timeout = new AbortController();
    await Promise.race([
      core.scheduler.drained(),
      sleep(shutdownTimeout * 1000, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
    if (core.scheduler.unfinished === 0) await sleep(teardownSeconds * 1000);
  } else if (abort !== "open") {
    core.scheduler.endAll(abort);
  }
  core.scheduler.kill();
  core.transfer?.close();
  console.log("shutdown: waiting for connections to close");
  // connections without a request are closed, also those that become so later
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(closing);
  console.log("shutdown: complete");
}
