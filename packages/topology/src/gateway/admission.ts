import type { Explanations, GatewayPlan } from "../plan";
import type { AdmissionArgs } from "./args";

/** What a service takes on at once, over all its pods. */
export interface Load {
  perEngine: number;
  /** Requests that may wait. */
  queue: number;
  queueSeconds: number;
  retryAfterSeconds: number;
}

/** Longest wait in the queue, which the clock needs before anything is planned. */
export const queueSecondsOf = (admission: AdmissionArgs) => admission.queueSeconds ?? 30;

/** The service's limits, from what was given and what an engine runs at once. */
export function serviceLoad(admission: AdmissionArgs, engines: number, maxSequences: number | undefined): Load {
  const perEngine = admission.perEngine ?? maxSequences ?? 64;
  const queueSeconds = queueSecondsOf(admission);
  return {
    perEngine,
    queue: admission.queue ?? 2 * engines * perEngine,
    queueSeconds,
    retryAfterSeconds: Math.max(1, Math.ceil(queueSeconds / 10)),
  };
}

/** The share of one gateway pod, where the gateway is what limits. */
export function planAdmission(load: Load, pods: number, why: Explanations): GatewayPlan["admission"] {
  const share = (path: "perEngine" | "queue") =>
    why.because(
      `gateway.admission.${path}`,
      Math.ceil(load[path] / pods),
      `${load[path]} over ${pods} gateway pods, each of which sees only its own requests`,
      `admission.${path}`,
    );
  return { ...load, perEngine: share("perEngine"), queue: load.queue === 0 ? 0 : share("queue") };
}
