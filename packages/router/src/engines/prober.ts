import type { RouterConfig } from "../config/config";
import { requestHead } from "../http/headers";
import type { Log } from "../log/log";
import type { RouterMetrics } from "../metrics/metrics";
import { now } from "../upstream/connection";
import type { Engine } from "./engine";
import { probe } from "./probe";
import type { Registry } from "./registry";
import { troubleOf, type Work } from "./work";

/** Looks at all engines by the clock: /health, and one token where no real request has shown lately that it generates. */
export class Prober {
  private timer: NodeJS.Timeout | undefined;
  private readonly looking = new Set<Engine>();
  private readonly generating = new Set<Engine>();
  private readonly lookedAt = new WeakMap<Engine, number>();
  private readonly triedAt = new WeakMap<Engine, number>();
  private readonly intervalMs: number;
  private readonly body: Buffer;

  constructor(
    private readonly config: RouterConfig,
    private readonly registry: Registry,
    private readonly work: Work,
    private readonly metrics: RouterMetrics,
    private readonly log: Log,
    private readonly authorization: string | undefined,
  ) {
    const { health, transfer } = config;
    // the age of prefill's answers counts from the engine's last sign of life: there must be several within a lease
    this.intervalMs =
      Math.min(health.intervalSeconds, (transfer.leaseSeconds - transfer.leaseMarginSeconds) / 4) * 1000;
    // nothing about transfers: a probe leaves no blocks behind
    this.body = Buffer.from(JSON.stringify({ model: config.model, prompt: "ping", max_tokens: 1, temperature: 0 }));
  }

  start(): void {
    this.tick();
    this.timer = setInterval(() => this.tick(), Math.max(20, Math.min(250, this.intervalMs / 4)));
  }

  /** Looks at engines that were not looked at yet. */
  now(): void {
    this.tick();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Looks at an engine now, unless that is under way. */
  look(engine: Engine): void {
    if (this.looking.has(engine)) return;
    this.looking.add(engine);
    const askedAt = now();
    this.lookedAt.set(engine, askedAt);
    const timeoutMs = this.config.health.timeoutSeconds * 1000;
    probe(
      engine,
      { head: this.head(engine, "GET", "/health"), body: [], silenceMs: timeoutMs },
      timeoutMs,
      (result) => {
        this.looking.delete(engine);
        const good = result.kind === "status" && result.status === 200;
        this.metrics.probes.with({ role: engine.role, kind: "health", outcome: good ? "ok" : "failed" }).inc();
        if (result.kind === "status") this.work.alive(engine);
        if (!good) {
          this.work.bad(engine, result.kind === "failed" && result.failure.kind === "refused" ? "refused" : "health");
          return;
        }
        engine.healthyAskedAt = askedAt;
        engine.health.healthy();
        if (engine.health.due(now())) this.trial(engine);
      },
    );
  }

  private tick(): void {
    const time = now();
    const generationMs = this.config.health.generationSeconds * 1000;
    for (const engine of this.registry.all()) {
      if (!engine.listed) continue;
      if (time - (this.lookedAt.get(engine) ?? Number.NEGATIVE_INFINITY) >= this.intervalMs) this.look(engine);
      const last = Math.max(engine.generatedAt, this.triedAt.get(engine) ?? Number.NEGATIVE_INFINITY);
      if (engine.usable && time - last >= generationMs) this.generate(engine, () => undefined);
    }
  }

  /** An engine that is new is let in by /health; one that was ejected has to show a token. */
  private trial(engine: Engine): void {
    if (!engine.health.known) {
      engine.health.tried(true, now());
      this.log.info("engine usable", { engine: engine.name, role: engine.role });
      return;
    }
    this.generate(engine, (good) => {
      if (engine.health.up) return;
      engine.health.tried(good, now());
      if (!good) return;
      this.metrics.returns.with({ role: engine.role }).inc();
      this.log.info("engine returned", { engine: engine.name, role: engine.role });
    });
  }

  private generate(engine: Engine, then: (good: boolean) => void): void {
    if (this.generating.has(engine)) return;
    this.generating.add(engine);
    this.triedAt.set(engine, now());
    const timeoutMs = this.config.health.generationTimeoutSeconds * 1000;
    const head = this.head(engine, "POST", "/v1/completions", this.body.length);
    probe(engine, { head, body: [this.body], silenceMs: timeoutMs }, timeoutMs, (result) => {
      this.generating.delete(engine);
      // a refusal (a full queue, a model of another name) is no fault of the engine
      const good = result.kind === "status" && result.status < 500;
      this.metrics.probes.with({ role: engine.role, kind: "generation", outcome: good ? "ok" : "failed" }).inc();
      if (good) this.work.good(engine);
      else this.work.bad(engine, result.kind === "failed" ? troubleOf(result.failure) : "status");
      then(good);
    });
  }

  private head(engine: Engine, method: string, path: string, bytes?: number): string {
    const key = this.authorization ? `authorization: ${this.authorization}\r\n` : "";
    const type = bytes === undefined ? "" : "content-type: application/json\r\n";
    return requestHead(method, path, engine.name, `x-request-id: sonar-router-probe\r\n${type}${key}`, bytes);
  }
}
