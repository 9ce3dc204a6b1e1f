import { beforeAll, describe, expect, it } from "vitest";
import { complete, firstAnswer } from "../../scenario/client";
import { sumOf } from "../../scenario/metrics";
import { podProcess } from "../../scenario/processes";
import { TestService } from "../../scenario/testService";
import { wrongTexts } from "../../scenario/texts";
import { type Component, pods } from "../../scenario/workloads";

const minutes = 60_000;

// Engines with NIXL spin: on two processors for all of them gateway and routers come first, and no lease ends while an engine waits for its turn.
const lone = { replicas: 1, engine: { resources: { cpu: 0.02 } } };

/** A prefill and a decode engine, both real, and real KV transfers between their pods. What becomes of engines that are lost: pdEngines. */
describe("prefill and decode apart, of real engines", { timeout: 15 * minutes }, () => {
  let service: TestService;
  const first = async (component: Component) => (await pods(service.namespace, component))[0]?.name as string;
  const total = async (component: Component, series: string) => {
    const all = await pods(service.namespace, component);
    const sums = await Promise.all(all.map(({ name }) => sumOf(service.namespace, name, "engine", 2242, series)));
    return sums.reduce((sum, each) => sum + each, 0);
  };

  beforeAll(async () => {
    service = await TestService.start("pd", {
      kind: "pd",
      engine: "real",
      args: { prefill: lone, decode: lone, transfer: { leaseSeconds: 90 } },
    });
  }, 20 * minutes);

  it("answers after the first up; a second up and a refresh change nothing", async () => {
    expect(await firstAnswer(service.address, service.keys.default as string)).toMatchObject({ status: 200 });
    expect((await complete(service.address, "wrong", "Hello")).status).toBe(401);
    expect(Object.keys((await service.up(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
    await service.refresh();
    expect(Object.keys((await service.preview(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
  });

  it("moves KV caches between pods, and its texts are those of an engine that does all by itself", async () => {
    const transfers = await total("decode", "aphrodite:nixl_xfer_time_seconds_count");
    const { failed, texts } = await service.planned(
      "P/D, real engines: routers replaced",
      () => service.change({ admission: { queueSeconds: 29 } }),
      // Pulumi may take a Deployment for rolled out too early where processors are short: CONTRIBUTING.md
      120,
    );
    expect(failed).toEqual([]);
    expect(await total("decode", "aphrodite:nixl_xfer_time_seconds_count")).toBeGreaterThan(transfers + 10);
    expect(await total("decode", "aphrodite:nixl_num_failed_transfers_total")).toBe(0);
    // what clients left behind was released, long before its lease ended
    await expect.poll(() => total("prefill", "aphrodite:kv_cache_usage_perc"), { timeout: 30_000 }).toBe(0);
    expect(await total("prefill", "aphrodite:nixl_num_kv_expired_reqs_total")).toBe(0);
    expect(await wrongTexts("real", 23_411, new Map([...texts].slice(0, 25)))).toEqual([]);
  });

  it("loses only what ran through a router that is killed", async () => {
    const router = await first("router");
    const { failed } = await service.fault("P/D, real engines: router SIGKILL", async () =>
      process.kill(podProcess(router, "router.cjs"), "SIGKILL"),
    );
    expect(failed.length).toBeLessThanOrEqual(5);
    for (const failure of failed)
      expect(failure).toMatch(/^(plain|stream|leaver): (HTTP 502 engine-lost|cut|terminated)/);
  });

  it("leaves nothing behind when it is destroyed", () => service.end());
});
