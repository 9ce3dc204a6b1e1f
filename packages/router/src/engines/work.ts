import type { Log } from "../log/log";
import type { RouterMetrics } from "../metrics/metrics";
import type { CallFailure } from "../upstream/call";
import { now } from "../upstream/connection";
import type { Engine } from "./engine";
import type { Trouble } from "./health";
import type { Registry } from "./registry";

/** Counts what engines have to do, and judges them by how they do it. */
export class Work {
  constructor(
    private readonly registry: Registry,
    private readonly metrics: RouterMetrics,
    private readonly log: Log,
  ) {}

  /** An engine gets a request. Returns what must be called when it is over; more calls do nothing. */
  begin(engine: Engine, tokens = 0): () => void {
    engine.running++;
    engine.queuedTokens += tokens;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      engine.running--;
      engine.queuedTokens -= tokens;
      if (!engine.listed) this.registry.forget(engine);
    };
  }

  /** It did what it was asked. */
  good(engine: Engine, generated = true): void {
    const time = now();
    engine.health.success();
    engine.sign(time);
    if (generated) engine.generatedAt = time;
  }

  /** It answered, if only with a refusal. */
  alive(engine: Engine): void {
    engine.sign(now());
  }

  /**
   * It failed. Statuses of 500 and above, and silence while /health is good, never take the last usable engine of its role and compatibility away:
   * a status may be the request's fault or the other side's (a transfer that failed is decode's 500 and prefill's fault), an engine that is full of
   * long requests is silent for long, and an engine that sometimes fails is better than none.
   */
  bad(engine: Engine, trouble: Trouble): void {
    const last = (trouble === "status" || trouble === "silent") && !this.hasPeer(engine);
    if (!engine.health.failure(trouble, now(), !last)) return;
    this.metrics.ejections.with({ role: engine.role, reason: trouble }).inc();
    this.log.warn("engine ejected", { engine: engine.name, role: engine.role, reason: trouble });
    // one that stands still, or is gone, answers nothing any more
    if (trouble === "health" || trouble === "refused") for (const giveUp of [...engine.repeatable]) giveUp();
  }

  private hasPeer(engine: Engine): boolean {
    return this.registry
      .usable(engine.role)
      .some((other) => other !== engine && other.compatibility === engine.compatibility);
  }
}

/** What a failed call says of the engine. */
export const troubleOf = ({ kind }: CallFailure): Trouble =>
  kind === "refused" ? "refused" : kind === "silent" ? "silent" : "connection";
