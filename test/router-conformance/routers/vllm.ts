import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { call } from "../../engine/contract/client";
import { freePort } from "../../engine/ports";
import { startRouter, statusOf, sumOf } from "./process";
import type { Router, RunningRouter, Setup } from "./router";

const home = process.env.SONAR_VLLM_ROUTER_HOME || join(process.env.HOME || homedir(), ".cache", "sonar-vllm-router");

/** The command of vllm-router, in the folder that `npm run vllm-router:install` makes. */
export const vllmRouterCommand = join(home, "v", "bin", "vllm-router");

/** vllm-router, with the health checks of our own, and else its defaults. */
export const vllmRouter: Router = {
  name: "vllm-router",
  version: "0.1.17",
  missing: existsSync(join(home, "complete"))
    ? ""
    : `vllm-router is not installed in ${home}: npm run vllm-router:install puts it there (130 MB, a minute)`,
  offers: new Set(),
  start,
};

const gauges = ["pd_prefill_occupancy", "pd_pending_decode_requests", "pd_active_decode_requests"];

async function start(setup: Setup): Promise<RunningRouter> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const argv = argvOf(setup, port, metricsPort);
  const running = await startRouter(vllmRouterCommand, argv, environmentOf(setup), port, "/health");
  const metrics = async () => (await call({ url: `http://127.0.0.1:${metricsPort}` }, "/metrics")).text;
  return {
    ...running,
    metrics,
    inFlight: async () =>
      sumOf(
        await metrics(),
        gauges.map((name) => `vllm_router_${name}`),
      ),
    alive: `${running.url}/liveness`,
    ready: () => statusOf(running.url, "/readiness"),
    tell: () => Promise.reject(new Error("engines of a static list cannot be changed")),
  };
}

/** Its command line. */
export function argvOf(setup: Setup, port: number, metricsPort: number): string[] {
  return [
    "--vllm-pd-disaggregation",
    ...["--host", "127.0.0.1", "--port", String(port), "--prometheus-port", String(metricsPort)],
    ...setup.prefill.flatMap(({ url }) => ["--prefill", url]),
    ...setup.decode.flatMap(({ url }) => ["--decode", url]),
    ...["--policy", "power_of_two", "--log-level", "info"],
    ...[
      "--worker-startup-check-interval",
      "1",
      "--health-check-interval-secs",
      "1",
      "--health-check-timeout-secs",
      "1",
    ],
    ...["--max-payload-size", String(setup.bodyBytes), "--max-concurrent-requests", String(setup.running)],
    ...["--queue-size", String(setup.queue), "--queue-timeout-secs", String(Math.ceil(setup.queueSeconds))],
  ];
}

/** The engines' key is the one that its documents name. */
export function environmentOf({ key }: Setup): NodeJS.ProcessEnv {
  return { OPENAI_API_KEY: key ?? "" };
}
