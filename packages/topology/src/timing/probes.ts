import type { Explanations, PoolPlan, ProbesPlan, Timings } from "../plan";

/** What has not answered for a minute drains nothing: it is not given the whole grace period of a planned stop. */
const graceOfTheDead = 60;

/** Probes of an engine pod. Readiness and liveness ask for health only: a busy engine is not a dead one. */
export function planProbes(
  { probeSeconds, pairSeconds = 0, gatherSeconds = 0 }: Timings["startup"],
  why: Explanations,
  role: PoolPlan["role"] = "serve",
): ProbesPlan {
  const periodSeconds = 5;
  const pair = pairSeconds > 0 ? ` and the wait for a counterpart ${pairSeconds} s` : "";
  const gather = gatherSeconds > 0 ? ` and the wait for the engine's other pods ${gatherSeconds} s` : "";
  return {
    // the port stays closed while weights load; an attempt may last as long as the warm-up request
    startup: {
      periodSeconds,
      timeoutSeconds: 120,
      failureThreshold: why.because(
        `pools.${role}.probes.startup.failureThreshold`,
        Math.ceil((probeSeconds + pairSeconds + gatherSeconds) / periodSeconds),
        `a start may take ${probeSeconds} s${pair}${gather}, asked every ${periodSeconds} s`,
        "startup.seconds",
      ),
      terminationGracePeriodSeconds: graceOfTheDead,
    },
    readiness: { periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2 },
    liveness: {
      periodSeconds: 10,
      timeoutSeconds: 10,
      failureThreshold: 6,
      terminationGracePeriodSeconds: graceOfTheDead,
    },
  };
}
