import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { engineKeyVariable, nodeFlags, type RouterConfig, routerBundle } from "../../../packages/router/src/index";
import { call } from "../../engine/contract/client";
import { freePort } from "../../engine/ports";
import { startRouter, statusOf, sumOf } from "./process";
import type { Router, RunningRouter, Setup } from "./router";

/** The router of this project: its bundle, alone in a folder, with static engines. */
export const sonarRouter: Router = {
  name: "sonar",
  version: "",
  missing: "",
  offers: new Set(["compatibility", "recompute", "client-keys", "draining"]),
  start,
};

/** What a pod of examples/pd has. */
export const memoryMiB = 448;

async function start(setup: Setup): Promise<RunningRouter> {
  const [port, metricsPort, alivePort] = [await freePort(), await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), "sonar-router-"));
  const file = join(folder, "config.json");
  const write = (given: Setup) => writeFileSync(file, JSON.stringify(configOf(given, port, metricsPort, alivePort)));
  const { name, text } = routerBundle();
  writeFileSync(join(folder, name), text);
  write(setup);
  const env = { [engineKeyVariable]: setup.key ?? "" };
  const running = await startRouter(
    process.execPath,
    [...nodeFlags(memoryMiB), join(folder, name), file],
    env,
    port,
    "/health",
  );
  const metrics = async () => (await call({ url: `http://127.0.0.1:${metricsPort}` }, "/metrics")).text;
  return {
    ...running,
    metrics,
    inFlight: async () => sumOf(await metrics(), ["sonar_router_engine_in_flight"]),
    alive: `http://127.0.0.1:${alivePort}/health`,
    ready: () => statusOf(running.url, "/ready"),
    tell: async (engines) => {
      write({ ...setup, ...engines });
      process.kill(running.pid, "SIGHUP");
      await sleep(200);
    },
    kill: async () => {
      await running.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A configuration as the library writes it, but with health checks and ends that a test can wait for. */
export function configOf(setup: Setup, port: number, metricsPort: number, alivePort: number): RouterConfig {
  const path = (path: string) => ({ methods: ["POST"], path, as: "disaggregate" as const });
  return {
    service: "conformance",
    model: "qwen3",
    listen: { host: "127.0.0.1", port },
    metrics: { host: "127.0.0.1", port: metricsPort },
    alive: { host: "127.0.0.1", port: alivePort, stalledSeconds: 10 },
    discovery: { kind: "static", prefill: [...setup.prefill], decode: [...setup.decode] },
    transfer: { mode: "pull", leaseSeconds: setup.leaseSeconds, leaseMarginSeconds: setup.leaseSeconds / 6 },
    noPrefill: setup.noPrefill,
    paths: [
      ...["/v1/completions", "/v1/chat/completions", "/v1/responses", "/v1/messages"].map(path),
      { methods: ["GET"], path: "/v1/models", as: "decode" },
    ],
    admission: {
      running: setup.running,
      queue: setup.queue,
      queueSeconds: setup.queueSeconds,
      retryAfterSeconds: 1,
    },
    retries: { prefillAttempts: 3, pairAttempts: 3 },
    health: {
      intervalSeconds: 1,
      timeoutSeconds: 1,
      generationSeconds: 60,
      generationTimeoutSeconds: 10,
      failures: 3,
      ejectionSeconds: 2,
      longestEjectionSeconds: 8,
    },
    timeouts: {
      connectSeconds: 1,
      prefillSeconds: setup.prefillSeconds,
      decodeSeconds: 60,
      idleSeconds: 4,
      lingerSeconds: 1,
      drainSeconds: 30,
    },
    limits: { bodyBytes: setup.bodyBytes },
  };
}
