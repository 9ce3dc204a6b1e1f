import { beforeAll, describe, expect, it } from "vitest";
import { standInNext } from "../../images/names";
import { TestService } from "../../scenario/testService";
import { pods, uids } from "../../scenario/workloads";

const minutes = 60_000;

/** What `pulumi up` changes while requests run. */
describe("a service that is changed", { timeout: 15 * minutes }, () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start("changes", { args: { replicas: 3 } });
  }, 10 * minutes);

  it("drops nothing while it grows", async () => {
    const before = await uids(service.namespace, "engine");
    const { failed } = await service.planned("scale 3 → 5", () => service.change({ replicas: 5 }));
    expect(failed).toEqual([]);
    expect(await uids(service.namespace, "engine")).toEqual([...before, expect.any(String), expect.any(String)]);
  });

  it("drops nothing while it shrinks", async () => {
    const { failed } = await service.planned("scale 5 → 2", () => service.change({ replicas: 2 }), 120);
    expect(failed).toEqual([]);
    expect(await pods(service.namespace, "engine")).toHaveLength(2);
  });

  it("drops nothing while its engines get a new image", async () => {
    const { failed } = await service.planned("engines: a new image", () => service.change({ image: standInNext }));
    expect(failed).toEqual([]);
  });

  it("drops nothing while its gateway gets a new configuration, and restarts no engine", async () => {
    const [engines, gateways] = [await uids(service.namespace, "engine"), await uids(service.namespace, "gateway")];
    const { failed } = await service.planned("gateway: a new configuration", () =>
      service.change({ gateway: { maxBodyMiB: 3 }, loadBalancing: { policy: "prefix-affinity" } }),
    );
    expect(failed).toEqual([]);
    expect(await uids(service.namespace, "engine")).toEqual(engines);
    const now = (await pods(service.namespace, "gateway")).filter(({ leaving }) => !leaving);
    expect(now.filter(({ uid }) => gateways.includes(uid))).toEqual([]);
  });

  it("leaves nothing behind when it is destroyed", () => service.end());
});
