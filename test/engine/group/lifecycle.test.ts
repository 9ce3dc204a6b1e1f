import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allGone, facts, type Rank, Ranks, said } from "./ranks";

let group: Ranks;
let all: [Rank, Rank, Rank];
beforeEach(async () => {
  group = await Ranks.of(3);
});
afterEach(() => group.kill());

describe("a group's start", () => {
  it("waits for all, then gives all one id and one interface", async () => {
    const words = ["--x", "$(SONAR_GROUP_ID)"];
    const leader = await group.start({ rank: 0, words });
    const second = await group.start({ rank: 2, words });
    await said(leader, "rank 2 is here (127.0.0.1); rank 1 not yet");
    expect([leader.below(), second.below()]).toEqual([[], []]);
    const first = await group.start({ rank: 1, words });
    await said(leader, "engine serves");
    for (const one of [first, second]) await said(one, "engine {");
    const id = facts(leader).SONAR_GROUP_ID;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    for (const one of [leader, first, second]) {
      expect(facts(one)).toMatchObject({ SONAR_GROUP_ID: id, NCCL_SOCKET_IFNAME: "lo", GLOO_SOCKET_IFNAME: "lo" });
      expect(facts(one).argv).toContain(id);
    }
  });

  it("leaves an interface that the environment gives", async () => {
    const env = { NCCL_SOCKET_IFNAME: "eth9" };
    all = (await group.up(() => ({ env }))) as typeof all;
    expect(facts(all[1])).toMatchObject({ NCCL_SOCKET_IFNAME: "eth9", GLOO_SOCKET_IFNAME: "lo" });
  });

  it("takes a rank again that was lost before the start", async () => {
    const leader = await group.start({ rank: 0 });
    const early = await group.start({ rank: 1 });
    await said(leader, "rank 1 is here");
    early.killPod();
    await said(leader, "rank 1 has closed its connection");
    await Promise.all([group.start({ rank: 1 }), group.start({ rank: 2 })]);
    await said(leader, "engine serves");
  });

  it("finds a leader that comes later", async () => {
    const first = await group.start({ rank: 1 });
    const second = await group.start({ rank: 2 });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(first.below()).toEqual([]);
    await said(await group.start({ rank: 0 }), "engine serves");
    for (const one of [first, second]) await said(one, "engine {");
  });
});

describe("a loss", () => {
  beforeEach(async () => {
    all = (await group.up()) as typeof all;
  });

  it.each([0, 1, 2])("of pod %i ends the others at once", async (rank) => {
    all[rank]?.killPod();
    const others = all.filter((_, one) => one !== rank);
    await allGone(group, others, 2, 1);
    for (const one of others) expect(one.logs()).toContain(`rank ${rank} is lost: it has closed its connection`);
  });

  it.each([0, 2])("of the engine of rank %i ends all at once", async (rank) => {
    process.kill(Number(facts(all[rank] as Rank).pid), "SIGKILL");
    await allGone(group, all, 2, 1);
    for (const one of all)
      expect(one.logs()).toContain(`the engine of rank ${rank} has ended by itself with code -9: see its log above`);
  });

  it.each([0, 1])("of a frozen pod %i is seen by its silence", async (rank) => {
    all[rank]?.freeze("SIGSTOP");
    const others = all.filter((_, one) => one !== rank);
    for (const one of others) {
      const { code, seconds } = await one.gone();
      expect([code, seconds < 5]).toEqual([1, true]);
      expect(one.logs()).toContain(`rank ${rank} is lost: it says nothing for 2 s`);
    }
    // and when it wakes, it goes too
    all[rank]?.freeze("SIGCONT");
    await allGone(group, all, 2, 1);
  });

  it.each([0, 1])("of an engine of rank %i that is stopped is one that hangs", async (rank) => {
    process.kill(Number(facts(all[rank] as Rank).pid), "SIGSTOP");
    await allGone(group, all, 5, 1);
    for (const one of all) expect(one.logs()).toContain(`a process of rank ${rank}'s engine is stopped for 2 s`);
  });
});

describe("an engine that ends by itself", () => {
  it("ends the group, even with code 0", async () => {
    all = (await group.startAll((rank) => ({ fake: rank === 1 ? { exit: [1, 0] } : {} }))) as typeof all;
    await said(all[1], "engine {");
    await allGone(group, all, 5, 1);
    expect(all[0].logs()).toContain("the engine of rank 1 has ended by itself with code 0");
  });

  it("is missing", async () => {
    all = (await group.startAll(() => ({ command: ["no-such-engine", "serve", "tiny"] }))) as typeof all;
    await allGone(group, all, 10, 1);
    expect(all[0].logs()).toContain("The image must have no-such-engine on its PATH");
  });
});
