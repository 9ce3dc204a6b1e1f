import { beforeAll, describe, expect, it } from "vitest";
import { complete, firstAnswer } from "../../scenario/client";
import { engineProcess } from "../../scenario/processes";
import { TestService } from "../../scenario/testService";
import { pods, uids } from "../../scenario/workloads";

const minutes = 60_000;

/** Two real engines under a steady load while they are changed and broken. */
describe("a service of real engines", { timeout: 15 * minutes }, () => {
  let service: TestService;
  const engines = () => uids(service.namespace, "engine");

  beforeAll(async () => {
    service = await TestService.start("core", { engine: "real" });
  }, 20 * minutes);

  it("answers after the first up; a second up, a preview and a refresh change nothing", async () => {
    expect(await firstAnswer(service.address, service.keys.default as string)).toMatchObject({ status: 200 });
    expect((await complete(service.address, "wrong", "Hello")).status).toBe(401);
    expect(Object.keys((await service.up(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
    await service.refresh();
    expect(Object.keys((await service.preview(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
  });

  it("drops nothing while its engines are replaced, and up ends when all have been", async () => {
    const before = await engines();
    const { failed } = await service.planned("engines: a new flag", () =>
      service.change({ engine: { extraArgs: { seed: 7 } } }),
    );
    expect(failed).toEqual([]);
    const after = await engines();
    expect(after).toHaveLength(2);
    expect(after.filter((uid) => before.includes(uid))).toEqual([]);
  });

  it("drops nothing while keys are rotated by overlap, refuses the old one then, and restarts no engine", async () => {
    const before = await engines();
    const old = service.keys.default as string;
    const { failed } = await service.planned("keys: add, switch, remove", async () => {
      await service.change({ apiKeys: { clients: ["default", "next"] } });
      await service.readKeys();
      service.client = "next";
      await service.change({ apiKeys: { clients: ["next"] } });
    });
    expect(failed).toEqual([]);
    expect((await complete(service.address, old, "Hello")).status).toBe(401);
    expect(await engines()).toEqual(before);
  });

  it("loses only what ran on an engine that is killed", async () => {
    const [first] = await pods(service.namespace, "engine");
    const { failed } = await service.fault("engine: SIGKILL", async () =>
      process.kill(engineProcess(first?.name as string), "SIGKILL"),
    );
    // five clients: no more can have run on it
    expect(failed.length).toBeLessThanOrEqual(5);
    for (const failure of failed)
      expect(failure).toMatch(/^(plain|stream|leaver): (HTTP 502 engine-lost|cut|terminated)/);
    expect((await pods(service.namespace, "engine")).find(({ name }) => name === first?.name)?.restarts).toBe(1);
  });

  it("leaves nothing behind when it is destroyed", () => service.end());
});
