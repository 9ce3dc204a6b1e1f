import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Controller, startController } from "../../leaderWorkerSet/controller";
import { firstAnswer } from "../../scenario/client";
import { logs } from "../../scenario/exec";
import { processesOf, type RankPod, rankPods, serving } from "../../scenario/groups";
import { engineProcess } from "../../scenario/processes";
import { TestService } from "../../scenario/testService";

const minutes = 60_000;
/** What a request may see of an engine that is killed: no more than five clients can have run on it. */
const lost = /^(plain|stream|leaver): (HTTP 502 engine-lost|cut|terminated)/;

/** Two replicas of two pods each, a pipeline stage in each pod, all real; a pod may take a quarter of an hour to stop. */
describe("engines of several pods", { timeout: 20 * minutes }, () => {
  let controller: Controller;
  let service: TestService;
  const ranks = () => rankPods(service.namespace);
  const of = async (group: number, rank: number) =>
    (await ranks()).find((pod) => pod.group === group && pod.rank === rank) as RankPod;
  const uidsOf = async (group: number) => (await ranks()).filter((pod) => pod.group === group).map(({ uid }) => uid);

  beforeAll(async () => {
    controller = await startController();
    service = await TestService.start("groups", {
      kind: "multi-node",
      engine: "real",
      args: { maxRequestSeconds: 850 },
    });
  }, 25 * minutes);
  afterAll(async () => controller?.stop(), minutes);

  it("answer after the first up; a second up and a refresh change nothing", async () => {
    expect(await firstAnswer(service.address, service.keys.default as string)).toMatchObject({ status: 200 });
    expect((await ranks()).map(({ group, rank, ready }) => [group, rank, ready])).toEqual([
      [0, 0, true],
      [0, 1, true],
      [1, 0, true],
      [1, 1, true],
    ]);
    expect(Object.keys((await service.up(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
    await service.refresh();
    expect(Object.keys((await service.preview(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
  });

  it("have looked at their nodes before, and started together", async () => {
    const { name } = await of(0, 1);
    const seen = await logs(service.namespace, name, "preflight");
    for (const check of ["GPUs", "shared memory", "open files", "rank", "route", "interface", "clock"])
      expect(seen).toMatch(new RegExp(`^(ok|warn) +${check} `, "m"));
    expect(seen).not.toMatch(/^fail/m);
    expect(await logs(service.namespace, (await of(0, 0)).name, "engine")).toMatch(/all 2 ranks are here/);
  });

  it.each<[string, number, NodeJS.Signals]>([
    ["a worker is killed", 1, "SIGKILL"],
    ["the leader's engine is killed", 0, "SIGKILL"],
    ["a worker hangs", 1, "SIGSTOP"],
  ])("when %s, leave traffic and end together, while the others serve", async (what, rank, signal) => {
    const others = await uidsOf(1);
    const [leader, victim] = [await of(0, 0), await of(0, rank)];
    const names = [leader.name, (await of(0, 1)).name];
    const before = processesOf(names);
    const seconds = { left: Number.NaN, gone: Number.NaN };
    const { failed } = await service.fault(`groups: ${what}`, async () => {
      const start = Date.now();
      process.kill(engineProcess(victim.name), signal);
      const passed = () => (Date.now() - start) / 1000;
      const poll = { timeout: 60_000, interval: 100 };
      await expect.poll(() => serving(service.namespace, "chat-serve"), poll).not.toContain(leader.address);
      seconds.left = passed();
      await expect.poll(() => processesOf(names).filter((pid) => before.includes(pid)), poll).toEqual([]);
      seconds.gone = passed();
    });
    // what hangs is seen after it has been silent for ten seconds
    const notice = signal === "SIGSTOP" ? 12 : 0;
    console.log(`${what}: out of traffic after ${seconds.left} s, all ranks gone after ${seconds.gone} s`);
    expect(seconds.left).toBeLessThan(5 + notice);
    expect(seconds.gone).toBeLessThan(15 + notice);
    for (const failure of failed) expect(failure).toMatch(lost);
    expect(failed.length).toBeLessThanOrEqual(5);
    expect(await uidsOf(1)).toEqual(others);
    expect((await uidsOf(0)).filter((uid) => [leader.uid, victim.uid].includes(uid))).toEqual([]);
  });

  it("are replaced one after the other, and drop nothing", async () => {
    const before = (await ranks()).map(({ uid }) => uid);
    const { failed } = await service.planned("groups: a new flag", () =>
      service.change({ engine: { extraArgs: { seed: 7 } } }),
    );
    expect(failed).toEqual([]);
    const after = (await ranks()).map(({ uid }) => uid);
    expect(after).toHaveLength(4);
    expect(after.filter((uid) => before.includes(uid))).toEqual([]);
  });

  it("leave nothing behind when they are destroyed", () => service.end());
});
