import type { Timings } from "../plan";

/** What prefill and decode apart add to the clock. */
export interface ApartInput {
  /** Longest wait in a router. */
  queueSeconds: number;
  /** How long prefill keeps blocks that nobody has asked for. */
  leaseSeconds: number;
}

/** Sets a time and says why. */
export type SetTime = (path: string, value: number, reason: string) => number;

/** As an engine's own: endpoints must be forgotten first. */
const linger = 15;

/** Times of the router: a prefill's answer and a decode's silence < drain < grace. */
export function routerTimes(
  longest: number,
  { queueSeconds }: ApartInput,
  set: SetTime,
): NonNullable<Timings["router"]> {
  const prefillSeconds = set("router.prefillSeconds", longest, `a request of ${longest} s may be all prefill`);
  const decodeSeconds = set(
    "router.decodeSeconds",
    longest + 5,
    `silence of a decode engine: above the longest request (${longest} s)`,
  );
  const drainSeconds = set(
    "router.drainSeconds",
    queueSeconds + longest + 10,
    `queue ${queueSeconds} s + the longest request (${longest} s) + 10 s: what runs and waits finishes`,
  );
  return {
    connectSeconds: 3,
    prefillSeconds,
    decodeSeconds,
    idleSeconds: set("router.idleSeconds", 60, "below the engines' keep-alive, so that no closed connection is used"),
    lingerSeconds: linger,
    drainSeconds,
    graceSeconds: set(
      "router.graceSeconds",
      linger + drainSeconds + 10,
      `linger ${linger} s + drain ${drainSeconds} s + 10 s`,
    ),
  };
}

/** Times of prefill engines: what they have computed must outlive the last request. */
export function prefillTimes(
  { leaseSeconds }: ApartInput,
  engine: Timings["engine"],
  set: SetTime,
): NonNullable<Timings["prefill"]> {
  const holdSeconds = set(
    "prefill.holdSeconds",
    2 * leaseSeconds,
    `the lease of ${leaseSeconds} s, and as much again for a decode engine that renews it while it has no room`,
  );
  return {
    holdSeconds,
    graceSeconds: set(
      "prefill.graceSeconds",
      engine.graceSeconds + holdSeconds,
      `an engine's ${engine.graceSeconds} s, and ${holdSeconds} s in which decode fetches what was computed`,
    ),
  };
}

/** `--shutdown-timeout` of the engines of a role: one that drains keeps blocks until decode has fetched them, or their lease has passed. */
export function drainSecondsOf({ engine, prefill }: Pick<Timings, "engine" | "prefill">, role: string): number {
  return engine.drainSeconds + (role === "prefill" ? (prefill?.holdSeconds ?? 0) : 0);
}

/** terminationGracePeriodSeconds of the engines of a role. */
export function graceSecondsOf({ engine, prefill }: Pick<Timings, "engine" | "prefill">, role: string): number {
  return role === "prefill" ? (prefill?.graceSeconds ?? engine.graceSeconds) : engine.graceSeconds;
}
