import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Explanations } from "../plan";
import { planClock } from "./clock";
import { planStartup } from "./startup";

const seconds = fc.integer({ min: 1, max: 86_400 });
const queue = fc.integer({ min: 1, max: 3600 });

describe("the clock", () => {
  it("makes every layer outlast what is below it, for all inputs", () => {
    fc.assert(
      fc.property(seconds, queue, (maxRequestSeconds, queueSeconds) => {
        const t = planClock({ maxRequestSeconds, queueSeconds }, new Explanations());
        expect(t.engine.drainSeconds).toBeGreaterThan(maxRequestSeconds);
        expect(t.engine.graceSeconds).toBeGreaterThan(t.engine.preStopSeconds + t.engine.drainSeconds);
        expect(t.gateway.serverSeconds).toBeGreaterThan(maxRequestSeconds);
        expect(t.gateway.clientSeconds).toBeGreaterThan(queueSeconds + t.gateway.serverSeconds);
        expect(t.loadBalancerIdleSeconds).toBeGreaterThan(t.gateway.clientSeconds);
        expect(t.gateway.keepAliveSeconds).toBeGreaterThan(t.loadBalancerIdleSeconds);
        expect(t.gateway.hardStopSeconds).toBeGreaterThan(queueSeconds + maxRequestSeconds);
        expect(t.gateway.graceSeconds).toBeGreaterThan(t.gateway.lingerSeconds + t.gateway.hardStopSeconds);
      }),
    );
  });

  it("explains each time it sets, with the argument that changes it", () => {
    const why = new Explanations();
    const t = planClock({ maxRequestSeconds: 900, queueSeconds: 30 }, why);
    expect(why.all.find((e) => e.path === "timings.engine.graceSeconds")).toEqual({
      path: "timings.engine.graceSeconds",
      value: t.engine.graceSeconds,
      reason: "preStop 15 s + drain 905 s + 30 s for workers to exit",
      override: "maxRequestSeconds",
    });
  });
});

describe("the start budget", () => {
  const plan = (args: Parameters<typeof planStartup>[0], gib?: number, cache?: number) =>
    planStartup(args, gib === undefined ? undefined : gib * 2 ** 30, cache, new Explanations());

  it("outlasts loading and the engine's own limit, for all inputs", () => {
    const positive = fc.double({ min: 0.1, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(positive, positive, (gib, rate) => {
        const s = plan({ storageMiBps: rate }, gib);
        expect(s.engineReadySeconds).toBeGreaterThan(s.loadSeconds as number);
        expect(s.probeSeconds).toBeGreaterThan(s.engineReadySeconds);
      }),
    );
  });

  it("gives 400 GiB at 1 GiB/s more than the usual 600 s", () =>
    expect(plan({ storageMiBps: 1024 }, 400).probeSeconds).toBeGreaterThan(600));
  it("takes the cache's rate, and the given one over it", () => {
    expect(plan({}, 100, 1024).loadSeconds).toBe(100);
    expect(plan({ storageMiBps: 512 }, 100, 1024).loadSeconds).toBe(200);
  });
  it("allows half an hour when nothing is known, and what is measured when it is", () => {
    expect(plan({}).engineReadySeconds).toBe(1800);
    expect(plan({ seconds: 100 }, 400).engineReadySeconds).toBe(300);
  });
  it("goes in steps, so that small changes keep the compile cache", () =>
    expect(plan({}, 15.3)).toEqual({ ...plan({}, 15.2), loadSeconds: 126 }));
});
