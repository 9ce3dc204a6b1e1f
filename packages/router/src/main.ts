import { readFileSync } from "node:fs";
import { checkedRouterConfig } from "./config/check";
import { engineKeyVariable, type RouterConfig, type StaticDiscovery } from "./config/config";
import type { Discovery, EnginesListener } from "./discovery/discovery";
import { apiAccess } from "./discovery/slices/api";
import { Slices } from "./discovery/slices/slices";
import { StaticEngines } from "./discovery/static";
import { isAliveThread, startAlive } from "./lifecycle/alive";
import { jsonLog, type Log } from "./log/log";
import type { RouterMetrics } from "./metrics/metrics";
import { Router } from "./router";

/** The program: `node router.cjs CONFIGURATION`. */
async function main(file: string | undefined): Promise<void> {
  if (!file) throw new Error("usage: router.cjs CONFIGURATION (a JSON file)");
  const read = () => checkedRouterConfig(JSON.parse(readFileSync(file, "utf8")));
  const config = read();
  const log = jsonLog(config.service);
  const fatal = (error: unknown) => {
    log.error("ended by an error", {
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    process.exit(1);
  };
  process.on("uncaughtException", fatal);
  process.on("unhandledRejection", fatal);
  await startAlive(__filename, config.alive, fatal);
  const router = await Router.start({
    config,
    key: process.env[engineKeyVariable] || undefined,
    log,
    discovery: (listener, metrics) => discoveryOf(config, read, listener, metrics, log),
  });
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    router.stop().then(() => process.exit(0), fatal);
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("SIGHUP", () => router.reload());
}

function discoveryOf(
  config: RouterConfig,
  read: () => RouterConfig,
  listener: EnginesListener,
  metrics: RouterMetrics,
  log: Log,
): Discovery {
  const failed = (error: unknown) => {
    metrics.discovery.with({ event: "failed" }).inc();
    log.error("discovery failed", { message: error instanceof Error ? error.message : String(error) });
  };
  const staticPart = (): StaticDiscovery => {
    const { discovery } = read();
    if (discovery.kind !== "static") throw new Error('the configuration no longer has discovery of the kind "static"');
    return discovery;
  };
  if (config.discovery.kind === "static") return new StaticEngines(staticPart, listener, failed);
  const { discovery } = config;
  return new Slices(discovery, apiAccess(discovery), {
    engines: listener,
    event: (what) => metrics.discovery.with({ event: what }).inc(),
    failed,
  });
}

if (!isAliveThread()) {
  main(process.argv[2]).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
