import { wholeNumber } from "../check";
import type { Explanations, Timings } from "../plan";
import { type ApartInput, prefillTimes, routerTimes } from "./router";

/** What the clock starts from. */
export interface ClockInput {
  maxRequestSeconds: number;
  /** Longest wait in the gateway. */
  queueSeconds: number;
  /** Prefill and decode apart: a router stands between the gateway and the engines. */
  apart?: ApartInput;
}

export const maxRequestSchema = wholeNumber({
  min: 1,
  max: 86_400,
  hint: "Give the seconds of the longest request, up to a day.",
});

type Clock = Omit<Timings, "startup" | "await">;

const preStop = 15;
const linger = 15;
const exit = 30;

/**
 * Every time from one number. What each outlasts:
 * request < engine drain < engine grace; request < gateway's wait < client's silence < load balancer < idle client connection;
 * with a router: its queue + prefill's answer or decode's silence < gateway's wait.
 */
export function planClock({ maxRequestSeconds: longest, queueSeconds, apart }: ClockInput, why: Explanations): Clock {
  const set = (path: string, value: number, reason: string) =>
    why.because(`timings.${path}`, value, reason, "maxRequestSeconds");
  const preStopSeconds = set(
    "engine.preStopSeconds",
    preStop,
    "DNS and HAProxy must forget the pod before SIGTERM: at most 8 s were seen, doubled",
  );
  const drainSeconds = set(
    "engine.drainSeconds",
    longest + 5,
    `the longest request (${longest} s) and 5 s; the engine's own default of 0 aborts streams`,
  );
  const graceSeconds = set(
    "engine.graceSeconds",
    preStopSeconds + drainSeconds + exit,
    `preStop ${preStopSeconds} s + drain ${drainSeconds} s + ${exit} s for workers to exit`,
  );
  const router = apart && routerTimes(longest, apart, set);
  const serverSeconds = apart
    ? set(
        "gateway.serverSeconds",
        apart.queueSeconds + longest + 15,
        `silence of a router: above its queue (${apart.queueSeconds} s) and the longest request (${longest} s)`,
      )
    : set(
        "gateway.serverSeconds",
        longest + 10,
        `silence of an engine: above the longest request (${longest} s), which may be one long prefill`,
      );
  const clientSeconds = set(
    "gateway.clientSeconds",
    queueSeconds + serverSeconds + 5,
    `a client is silent while it queues (${queueSeconds} s) and while the engine works (${serverSeconds} s)`,
  );
  const loadBalancerIdleSeconds = set(
    "loadBalancerIdleSeconds",
    clientSeconds + 15,
    `above the gateway's ${clientSeconds} s, so that the gateway is the one to answer`,
  );
  const gatewayKeepAlive = set(
    "gateway.keepAliveSeconds",
    loadBalancerIdleSeconds + 15,
    `above the load balancer's idle time of ${loadBalancerIdleSeconds} s, else it reuses closed connections`,
  );
  const hardStopSeconds = set(
    "gateway.hardStopSeconds",
    queueSeconds + serverSeconds + 10,
    `queue ${queueSeconds} s + engine ${serverSeconds} s: running requests finish after the gateway is told to stop`,
  );
  const engine = {
    preStopSeconds,
    drainSeconds,
    graceSeconds,
    keepAliveSeconds: set(
      "engine.keepAliveSeconds",
      90,
      "the gateway opens a connection for each request; whatever else keeps one must not find it closed, as with the engine's default of 5 s",
    ),
  };
  return {
    maxRequestSeconds: longest,
    engine,
    ...(apart && { prefill: prefillTimes(apart, engine, set) }),
    gateway: {
      connectSeconds: 3,
      serverSeconds,
      clientSeconds,
      requestSeconds: 30,
      keepAliveSeconds: gatewayKeepAlive,
      lingerSeconds: linger,
      hardStopSeconds,
      graceSeconds: set(
        "gateway.graceSeconds",
        linger + hardStopSeconds + 5,
        `linger ${linger} s + hard stop ${hardStopSeconds} s + 5 s`,
      ),
    },
    ...(router && { router }),
    loadBalancerIdleSeconds,
  };
}
