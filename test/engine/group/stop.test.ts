import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allGone, type Rank, Ranks, said } from "./ranks";

let group: Ranks;
beforeEach(async () => {
  group = await Ranks.of(2);
});
afterEach(() => group.kill());

const up = (fake: object, options: string[] = []) => group.up(() => ({ fake, options })) as Promise<[Rank, Rank]>;
const drains = (logs: string) => [/^engine drains$/m.test(logs), /^engine ends$/m.test(logs)];

describe("a planned stop", () => {
  it("of the leader drains its engine, and the follower lives until then", async () => {
    const [leader, follower] = await up({ drain: 3 });
    leader.signal("SIGTERM");
    await said(follower, "stays until the other has drained");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(drains(follower.logs())).toEqual([false, false]);
    expect(follower.below().length).toBeGreaterThan(0);
    const { code } = await leader.gone();
    expect([code, ...drains(leader.logs())]).toEqual([0, true, true]);
    await allGone(group, [leader, follower], 8, 0);
  });

  it("of both at once is the leader's", async () => {
    const [leader, follower] = await up({ drain: 2 }, ["--notice-seconds", "60"]);
    follower.signal("SIGTERM");
    leader.signal("SIGTERM");
    await allGone(group, [leader, follower], 10, 0);
    expect(leader.logs()).toContain("has drained and ended");
  });

  it("of the follower alone drains the leader once it had time to leave the gateway", async () => {
    const [leader, follower] = await up({ drain: 1 }, ["--notice-seconds", "5"]);
    follower.signal("SIGTERM");
    await said(leader, "rank 1 is told to stop: this engine drains in 5 s");
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(drains(leader.logs())).toEqual([false, false]);
    await allGone(group, [leader, follower], 15, 0);
    expect(drains(leader.logs())).toEqual([true, true]);
  });

  it("waits for each rank that has an API, whichever drains longest", async () => {
    const words = ["--data-parallel-external-lb"];
    const apart = (rank: number) => ({ api: true, words, fake: { drain: rank === 0 ? 1 : 4 } });
    const [leader, follower] = (await group.up(apart)) as [Rank, Rank];
    await said(follower, "engine serves");
    leader.signal("SIGTERM");
    await said(leader, "engine of rank 1 has ended while the group stops with code 0");
    await allGone(group, [leader, follower], 5, 0);
    expect([drains(leader.logs()), drains(follower.logs())]).toEqual([
      [true, true],
      [true, true],
    ]);
  });

  it("ends at once when a rank is lost meanwhile", async () => {
    const [leader, follower] = await up({ drain: 600 });
    leader.signal("SIGTERM");
    await said(leader, /^engine drains$/m);
    follower.killPod();
    await allGone(group, [leader], 2, 1);
  });

  it("ends at once when it is told twice", async () => {
    const [leader, follower] = await up({ drain: 600 });
    leader.signal("SIGTERM");
    await said(leader, /^engine drains$/m);
    leader.signal("SIGTERM");
    await allGone(group, [leader, follower], 2, 1);
  });

  it("does not wait for an engine that still loads, and swallows SIGTERM", async () => {
    const ranks = await group.startAll(() => ({ fake: { load: 600 } }));
    for (const one of ranks) await said(one, "engine {");
    ranks[0]?.signal("SIGTERM");
    await allGone(group, ranks, 13, 0);
    expect(ranks[0]?.logs()).toContain("told to stop while the engine starts");
  });

  it("before the group has started ends nothing but itself", async () => {
    const leader = await group.start({ rank: 0 });
    await said(leader, "waits");
    leader.signal("SIGTERM");
    expect((await leader.gone()).code).toBe(0);
    const follower = await group.start({ rank: 1 });
    await said(follower, "waits");
    follower.signal("SIGTERM");
    await allGone(group, [follower], 3, 0);
  });
});

describe("a follower's engine that ends while the leader drains", () => {
  it("is no fault where the leader ends too", async () => {
    const [leader, follower] = await up({ drain: 1, exit: [3, 0] }, ["--lost-seconds", "10"]);
    leader.signal("SIGTERM");
    await allGone(group, [leader, follower], 15, 0);
  });

  it("ends a leader that goes on", async () => {
    const ranks = (await group.up((rank) => ({ fake: rank === 0 ? { drain: 600 } : { exit: [4, 0] } }))) as [
      Rank,
      Rank,
    ];
    ranks[0].signal("SIGTERM");
    await allGone(group, ranks, 12, 1);
    expect(ranks[0].logs()).toContain("the engine of rank 1 has ended, and rank 0's goes on without it");
  });
});
