import type { Server } from "node:http";
import { Admission } from "./admission/admission";
import { choosePair } from "./choice/choose";
import type { RouterConfig } from "./config/config";
import type { Discovery, EnginesListener } from "./discovery/discovery";
import { Engine } from "./engines/engine";
import { Prober } from "./engines/prober";
import { Registry } from "./engines/registry";
import { Work } from "./engines/work";
import type { Services } from "./exchange/services";
import { handleApi } from "./http/api";
import { keyCheck } from "./http/auth";
import { routeFinder } from "./http/routes";
import { httpServer, listening, sayText } from "./http/server";
import { Drain } from "./lifecycle/drain";
import type { Log } from "./log/log";
import { dropEngine, setGauges } from "./metrics/engineGauges";
import { type RouterMetrics, routerMetrics } from "./metrics/metrics";
import { now } from "./upstream/connection";
import { Pool } from "./upstream/pool";

/** What a router is made of. */
export interface RouterParts {
  config: RouterConfig;
  /** The engines' key, which callers must send too. */
  key: string | undefined;
  log: Log;
  discovery(listener: EnginesListener, metrics: RouterMetrics): Discovery;
}

const sweepMs = 50;

/** A router that listens. */
export class Router {
  private constructor(
    readonly port: number,
    readonly metricsPort: number,
    private readonly drain: Drain,
    private readonly discovery: Discovery,
    private readonly stopAll: () => void,
  ) {}

  /** Starts a router; resolves when it listens. Engines come in as they are found. */
  static async start({ config, key, log, discovery: discover }: RouterParts): Promise<Router> {
    const metrics = routerMetrics();
    const authorization = key ? `Bearer ${key}` : undefined;
    const { health, timeouts, admission: limits } = config;
    const registry = new Registry({
      make: (address) =>
        new Engine(
          address,
          new Pool(address.host, address.port, {
            connectMs: timeouts.connectSeconds * 1000,
            idleMs: timeouts.idleSeconds * 1000,
            maxIdle: limits.running,
          }),
          {
            failures: health.failures,
            ejectionMs: health.ejectionSeconds * 1000,
            longestEjectionMs: health.longestEjectionSeconds * 1000,
          },
        ),
      changed: (engine, what) => {
        metrics.discovery.with({ event: what }).inc();
        log.info(`engine ${what}`, {
          engine: engine.name,
          role: engine.role,
          state: engine.state,
          compatibility: engine.compatibility,
        });
        if (what === "forgotten") dropEngine(metrics, engine.name, engine.role);
      },
    });
    const work = new Work(registry, metrics, log);
    const prober = new Prober(config, registry, work, metrics, log, authorization);
    const admission = new Admission({
      running: limits.running,
      queue: limits.queue,
      queueMs: limits.queueSeconds * 1000,
    });
    const services: Services = {
      config,
      times: {
        prefillMs: timeouts.prefillSeconds * 1000,
        decodeMs: timeouts.decodeSeconds * 1000,
        leaseMs: config.transfer.leaseSeconds * 1000,
        marginMs: config.transfer.leaseMarginSeconds * 1000,
      },
      registry,
      work,
      metrics,
      log,
      authorization,
      look: (engine) => prober.look(engine),
    };

    const ready = () => {
      if (drain.draining) return "draining";
      const pair = choosePair(registry.all(), new Set());
      if (typeof pair !== "string" || (pair === "no-prefill" && config.noPrefill === "recompute")) return "ready";
      return pair;
    };
    const find = routeFinder(config.paths);
    const api = { services, admission, find, allowed: keyCheck(key), stopping: () => drain.stopping };
    let open = 0;
    const server = httpServer((req, res) => {
      if (drain.draining) res.shouldKeepAlive = false;
      if (req.url === "/health") sayText(res, 200, "ok\n");
      else if (req.url === "/ready") {
        const word = ready();
        sayText(res, word === "ready" ? 200 : 503, `${word}\n`);
      } else {
        open++;
        res.once("close", () => {
          open--;
        });
        void handleApi(api, req, res);
      }
    });
    const drain: Drain = new Drain({
      server,
      busy: () => open,
      lingerMs: timeouts.lingerSeconds * 1000,
      drainMs: timeouts.drainSeconds * 1000,
      log,
    });
    metrics.all.onRead(() => {
      setGauges(metrics, registry, admission);
      metrics.draining.with().set(drain.draining ? 1 : 0);
    });
    const metricsServer: Server = httpServer((req, res) => {
      if (req.url === "/metrics") sayText(res, 200, metrics.all.text(), "text/plain; version=0.0.4; charset=utf-8");
      else sayText(res, 404, "not found\n");
    });

    const discovery = discover((engines) => {
      registry.update(engines);
      prober.now();
    }, metrics);
    await discovery.start();
    prober.start();
    const sweep = () => {
      const time = now();
      for (const engine of registry.all()) engine.pool.sweep(time);
    };
    // behind what has arrived: a router that was late itself must not take engines for silent
    const sweeper = setInterval(() => setImmediate(sweep), sweepMs);
    const stopAll = () => {
      clearInterval(sweeper);
      prober.stop();
      discovery.stop();
      metricsServer.close();
      metricsServer.closeAllConnections();
      registry.update([]);
      log.flush();
    };
    const port = await listening(server, config.listen);
    const metricsPort = await listening(metricsServer, config.metrics);
    log.info("listening", { port, metricsPort });
    return new Router(port, metricsPort, drain, discovery, stopAll);
  }

  /** Leaves readiness, finishes what runs, and ends. */
  async stop(): Promise<void> {
    await this.drain.begin();
    this.stopAll();
  }

  /** Looks at its engines' list again. */
  reload(): void {
    this.discovery.reload();
  }
}
