import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Explanations } from "../plan";
import { planPairWait } from "./await";
import { planClock } from "./clock";
import { planProbes } from "./probes";
import { drainSecondsOf, graceSecondsOf } from "./router";
import { planStartup } from "./startup";

const seconds = fc.integer({ min: 1, max: 86_400 });
const queue = fc.integer({ min: 1, max: 3600 });
const lease = fc.integer({ min: 12, max: 86_400 });

const clockOf = (maxRequestSeconds: number, queueSeconds: number, leaseSeconds: number) => {
  const clock = planClock(
    { maxRequestSeconds, queueSeconds: queueSeconds + 5, apart: { queueSeconds, leaseSeconds } },
    new Explanations(),
  );
  if (!clock.router || !clock.prefill) throw new Error("no router");
  return { ...clock, router: clock.router, prefill: clock.prefill };
};

describe("the clock of prefill and decode apart", () => {
  it("makes every layer outlast what is below it, for all inputs", () => {
    fc.assert(
      fc.property(seconds, queue, lease, (longest, wait, leaseSeconds) => {
        const { router, prefill, engine, gateway, loadBalancerIdleSeconds } = clockOf(longest, wait, leaseSeconds);
        // engines finish whatever the router still waits for
        expect(router.prefillSeconds).toBeGreaterThanOrEqual(longest);
        expect(engine.drainSeconds).toBeGreaterThan(router.prefillSeconds);
        expect(router.decodeSeconds).toBeGreaterThan(longest);
        // the router answers before the gateway gives it up, its queue counted
        expect(gateway.serverSeconds).toBeGreaterThan(wait + router.prefillSeconds);
        expect(gateway.serverSeconds).toBeGreaterThan(wait + router.decodeSeconds);
        expect(gateway.clientSeconds).toBeGreaterThan(wait + gateway.serverSeconds);
        expect(loadBalancerIdleSeconds).toBeGreaterThan(gateway.clientSeconds);
        expect(gateway.keepAliveSeconds).toBeGreaterThan(loadBalancerIdleSeconds);
        // what runs and waits ends before the router does
        expect(router.drainSeconds).toBeGreaterThan(wait + router.decodeSeconds);
        expect(router.graceSeconds).toBeGreaterThan(router.lingerSeconds + router.drainSeconds);
        expect(gateway.hardStopSeconds).toBeGreaterThan(wait + gateway.serverSeconds);
        // no connection is used that an engine has closed
        expect(router.idleSeconds).toBeLessThan(engine.keepAliveSeconds);
        // what prefill has computed outlives the last request
        expect(prefill.holdSeconds).toBeGreaterThan(leaseSeconds);
        const drain = drainSecondsOf({ engine, prefill }, "prefill");
        expect(drain).toBeGreaterThan(engine.drainSeconds + leaseSeconds);
        expect(prefill.graceSeconds).toBeGreaterThan(engine.preStopSeconds + drain);
      }),
    );
  });

  it("gives engines of a side their own grace", () => {
    const clock = clockOf(600, 30, 30);
    expect(graceSecondsOf(clock, "prefill")).toBe(clock.prefill.graceSeconds);
    expect(graceSecondsOf(clock, "decode")).toBe(clock.engine.graceSeconds);
    expect(drainSecondsOf(clock, "prefill")).toBe(clock.engine.drainSeconds + clock.prefill.holdSeconds);
    expect(drainSecondsOf(clock, "decode")).toBe(clock.engine.drainSeconds);
  });

  it("lets a start wait for a counterpart whose place an old pod still has, for all inputs", () => {
    fc.assert(
      fc.property(seconds, queue, lease, (longest, wait, leaseSeconds) => {
        const why = new Explanations();
        const grace = graceSecondsOf(clockOf(longest, wait, leaseSeconds), "prefill");
        const startup = planStartup({}, undefined, undefined, why);
        const { periodSeconds, failureThreshold } = planProbes(
          { ...startup, pairSeconds: planPairWait(grace, why) },
          why,
          "decode",
        ).startup;
        expect(periodSeconds * failureThreshold).toBeGreaterThan(grace + startup.probeSeconds);
      }),
    );
  });
});
