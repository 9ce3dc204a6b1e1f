import type { Admission } from "../admission/admission";
import type { Registry } from "../engines/registry";
import type { RouterMetrics } from "./metrics";

const states = ["usable", "starting", "ejected", "draining", "gone"] as const;

/** Sets what is looked at only when metrics are read. */
export function setGauges(metrics: RouterMetrics, registry: Registry, admission: Admission): void {
  metrics.running.with().set(admission.running);
  metrics.queued.with().set(admission.waiting);
  for (const role of ["prefill", "decode"]) for (const state of states) metrics.engines.with({ role, state }).set(0);
  for (const engine of registry.all()) {
    const { name, role } = engine;
    metrics.engines.with({ role, state: engine.state }).inc();
    metrics.inFlight.with({ engine: name, role }).set(engine.running);
    if (role === "prefill") metrics.queuedTokens.with({ engine: name, role }).set(engine.queuedTokens);
  }
}

/** Forgets the series of an engine. */
export function dropEngine(metrics: RouterMetrics, engine: string, role: string): void {
  metrics.inFlight.drop({ engine, role });
  metrics.queuedTokens.drop({ engine, role });
}
