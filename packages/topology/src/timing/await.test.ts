import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Explanations } from "../plan";
import { type AwaitInput, planAwait } from "./await";

const seconds = fc.integer({ min: 1, max: 10_000 });
const input: AwaitInput = {
  replicas: 3,
  grace: 650,
  probe: 780,
  fetch: 0,
  gateways: 2,
  gatewayGrace: 60,
  rollout: undefined,
};

describe("Pulumi's wait", () => {
  it("outlasts an update of every pod in turn, and a start of all at once", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), seconds, seconds, seconds, (replicas, grace, probe, fetch) => {
        const plan = planAwait({ ...input, replicas, grace, probe, fetch }, new Explanations());
        expect(plan.updateSeconds).toBeGreaterThan(replicas * (grace + probe + fetch));
        expect(plan.createSeconds).toBeGreaterThan(probe + fetch);
      }),
    );
  });
  it("does not grow with the replicas where they start together", () => {
    const create = (replicas: number) => planAwait({ ...input, replicas }, new Explanations()).createSeconds;
    expect(create(30)).toBe(create(1));
  });
  it("is the user's where one is given", () => {
    const why = new Explanations();
    expect(planAwait({ ...input, rollout: 90 }, why)).toMatchObject({ createSeconds: 90, updateSeconds: 90 });
    expect(why.all).toContainEqual(
      expect.objectContaining({ path: "timings.await.updateSeconds", reason: "as given" }),
    );
  });
});
