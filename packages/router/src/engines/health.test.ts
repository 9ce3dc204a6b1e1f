import { beforeEach, describe, expect, it } from "vitest";
import { Health } from "./health";

const options = { failures: 3, ejectionMs: 100, longestEjectionMs: 400 };
let health: Health;
beforeEach(() => {
  health = new Health(options);
});
const up = () => {
  health.tried(true, 0);
  return health;
};

describe("an engine's health", () => {
  it("begins outside, and the first good /health is a reason to let it in", () => {
    expect(health.up).toBe(false);
    expect(health.due(0)).toBe(true);
    expect(up().up).toBe(true);
  });

  it("ends with failures in a row; a success between them begins anew", () => {
    up();
    expect([health.failure("status", 1), health.failure("silent", 1)]).toEqual([false, false]);
    health.success();
    expect([health.failure("status", 1), health.failure("connection", 1)]).toEqual([false, false]);
    expect(health.failure("status", 1)).toBe(true);
    expect(health.up).toBe(false);
  });

  it("is not mended by /health while generations fail", () => {
    up();
    for (let i = 0; i < 2; i++) {
      health.failure("silent", 1);
      health.healthy();
    }
    expect(health.failure("silent", 1)).toBe(true);
  });

  it("ends at once when nothing listens", () => expect(up().failure("refused", 1)).toBe(true));

  it("stays when it may not end", () => {
    up();
    for (let i = 0; i < 5; i++) expect(health.failure("status", 1, false)).toBe(false);
    expect(health.up).toBe(true);
  });

  it("comes back by a trial after a time that doubles up to the longest", () => {
    up();
    let time = 0;
    for (const wait of [100, 200, 400, 400]) {
      for (let i = 0; i < 3; i++) health.failure("status", time);
      expect([health.due(time + wait - 1), health.due(time + wait)]).toEqual([false, true]);
      time += wait;
      health.tried(true, time);
    }
  });

  it("waits longer after a trial that failed", () => {
    up();
    for (let i = 0; i < 3; i++) health.failure("status", 0);
    health.tried(false, 100);
    expect([health.due(299), health.due(300)]).toEqual([false, true]);
  });

  it("is tried as soon as /health is good again, after nothing listened", () => {
    up();
    health.failure("refused", 0);
    expect(health.due(1)).toBe(true);
  });

  it("forgets its ejections after a long time without", () => {
    up();
    for (let i = 0; i < 3; i++) health.failure("status", 0);
    health.tried(true, 100);
    for (let i = 0; i < 3; i++) health.failure("status", 1000);
    expect(health.due(1100)).toBe(true);
  });
});
