import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allGone, facts, type Rank, type RankStart, Ranks, said } from "./ranks";

let group: Ranks;
beforeEach(async () => {
  group = await Ranks.of(2);
});
afterEach(() => group.kill());

const pause = ["--pause-seconds", "600"];
const start = (how: (rank: number) => Partial<RankStart>) =>
  group.startAll((rank) => ({ options: pause, ...how(rank) })) as Promise<[Rank, Rank]>;

/** All ranks stay, without their engines, until they are told. */
async function stay(ranks: Rank[]) {
  for (const one of ranks) await said(one, "the group has never served: this rank stays 600 s");
  for (const one of ranks) expect(one.below()).toEqual([]);
  for (const one of ranks) one.signal("SIGTERM");
  await allGone(group, ranks, 3, 1);
}

describe("a start that fails keeps all ranks and their logs for a while", () => {
  it("where rank 0 does not come", async () => {
    await stay([await group.start({ rank: 1, options: ["--start-seconds", "1", ...pause] })]);
  });

  it.each([0, 1])("where the engine of rank %i ends while it loads", async (bad) => {
    await stay(await start((rank) => ({ fake: { load: 600, ...(rank === bad && { crash: 1 }) } })));
  });

  it("where a rank is lost while it loads", async () => {
    const [leader, follower] = await start(() => ({ fake: { load: 600 } }));
    await said(leader, "engine {");
    follower.killPod();
    await stay([leader]);
  });
});

describe("a group that has served ends at once", () => {
  let all: [Rank, Rank];
  beforeEach(async () => {
    all = (await group.up(() => ({ options: pause }))) as [Rank, Rank];
    await new Promise((resolve) => setTimeout(resolve, 1500));
  });

  it.each([0, 1])("when the engine of rank %i ends", async (rank) => {
    process.kill(Number(facts(all[rank] as Rank).pid), "SIGKILL");
    await allGone(group, all, 2, 1);
  });

  it.each([0, 1])("when rank %i is lost", async (rank) => {
    all[rank]?.killPod();
    await allGone(group, [all[1 - rank] as Rank], 2, 1);
  });
});
