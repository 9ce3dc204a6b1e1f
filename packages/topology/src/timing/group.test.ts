import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Explanations } from "../plan";
import { imageSeconds } from "./await";
import { planGather, planGroupTimes, planStepTimeout } from "./group";
import { planProbes } from "./probes";
import { planStartup } from "./startup";

const seconds = fc.integer({ min: 1, max: 86_400 });

describe("the times of a group", () => {
  it("outlast what they must, for all inputs", () => {
    fc.assert(
      fc.property(seconds, fc.constantFrom(0, 21_600), (given, fetch) => {
        const why = new Explanations();
        const start = planStartup({ seconds: given }, undefined, undefined, why);
        const startup = { ...start, gatherSeconds: planGather(fetch, why) };
        const times = planGroupTimes(startup, why, "serve");
        // a quick rank waits for whatever a slow one does in its start
        expect(times.distributedSeconds).toBeGreaterThan(startup.probeSeconds);
        expect(times.cpuDistributedSeconds).toBeGreaterThan(startup.probeSeconds);
        expect(times.gatherSeconds).toBeGreaterThan(imageSeconds + fetch);
        // one sign of life that is late ends nothing
        expect(times.silenceSeconds).toBeGreaterThan(5 * times.heartbeatSeconds);
        // the start probe outlasts the gathering and the start
        const { periodSeconds, failureThreshold } = planProbes(startup, why).startup;
        expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(times.gatherSeconds + times.startSeconds);
      }),
    );
  });

  it("let a lost pod's group be gone within 15 s", () => {
    const { silenceSeconds, killSeconds } = planGroupTimes(
      planStartup({}, undefined, undefined, new Explanations()),
      new Explanations(),
      "serve",
    );
    expect(silenceSeconds + killSeconds).toBeLessThanOrEqual(15);
  });

  it("let a step take as long as the longest request, and no longer than the engine would wait", () => {
    fc.assert(
      fc.property(seconds, (longest) => {
        const step = planStepTimeout(longest, new Explanations(), "serve");
        expect(step).toBeGreaterThan(120);
        expect(step).toBeLessThanOrEqual(300);
        if (longest < 295) expect(step).toBeGreaterThan(longest);
      }),
    );
  });
});
