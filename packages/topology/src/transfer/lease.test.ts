import fc from "fast-check";
import { expect, it } from "vitest";
import { Explanations, type Problem } from "../plan";
import { planLease } from "./lease";

const plan = (leaseSeconds?: number) => {
  const problems: Problem[] = [];
  return { ...planLease({ leaseSeconds }, new Explanations(), problems), problems };
};

it("a lease that is accepted leaves the router time, and decode the time to renew it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 86_400 }), (given) => {
      const { leaseSeconds, leaseMarginSeconds, problems } = plan(given);
      expect(leaseSeconds).toBe(given);
      // decode first renews a sixth of the lease after it has the request
      expect(leaseMarginSeconds).toBeGreaterThan(Math.floor(given / 6) + 3);
      if (problems.length === 0) expect(leaseSeconds - leaseMarginSeconds).toBeGreaterThanOrEqual(5);
    }),
  );
});

it("the engine's own lease is taken unless another is given, and the least that is accepted is the one named", () => {
  expect(plan()).toMatchObject({ leaseSeconds: 30, leaseMarginSeconds: 10, problems: [] });
  const least = Number(/Use (\d+) or more/.exec(plan(1).problems[0]?.message ?? "")?.[1]);
  expect(plan(least).problems).toEqual([]);
  expect(plan(least - 1).problems).toHaveLength(1);
});
