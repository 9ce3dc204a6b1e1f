import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kubectl } from "../../host/kubectl";
import { engineProcess } from "../../scenario/processes";
import { TestService } from "../../scenario/testService";
import { type Pod, pods } from "../../scenario/workloads";

const minutes = 60_000;
/** What may become of a request that ran on an engine that was lost: a status with a reason, or a cut once it had begun. */
const lost = /^(plain|stream|leaver): (HTTP 50[24] engine-(lost|silent)|cut|terminated)/;

/** What happens to a service while requests run. */
describe("a service that is broken", { timeout: 15 * minutes }, () => {
  let service: TestService;
  const first = async (component: "engine" | "gateway") => (await pods(service.namespace, component))[0] as Pod;
  const remove = (pod: Pod) => kubectl.run(["delete", "pod", pod.name, "--namespace", service.namespace]);

  beforeAll(async () => {
    service = await TestService.start("faults");
  }, 10 * minutes);

  it("drops nothing when an engine's pod is deleted", async () => {
    const { failed } = await service.fault("engine: pod deleted", async () => remove(await first("engine")));
    expect(failed).toEqual([]);
  });

  it("drops nothing when a gateway's pod is deleted", async () => {
    const { failed } = await service.fault("gateway: pod deleted", async () => remove(await first("gateway")));
    expect(failed).toEqual([]);
  });

  it("loses only what ran on an engine that stands still, which is restarted", async () => {
    const engine = await first("engine");
    const { failed, longestGapSeconds } = await service.fault(
      "engine: SIGSTOP",
      async () => process.kill(engineProcess(engine.name), "SIGSTOP"),
      300,
    );
    for (const failure of failed) expect(failure).toMatch(lost);
    expect(failed.length).toBeLessThanOrEqual(5);
    expect(longestGapSeconds).toBeLessThan(15);
    expect((await first("engine")).restarts).toBe(engine.restarts + 1);
  });

  it("drops nothing when a node is drained", async () => {
    const { node } = await first("engine");
    try {
      const { failed } = await service.fault("node drained", () =>
        kubectl.run(["drain", node, "--ignore-daemonsets", "--delete-emptydir-data", "--timeout=300s"]),
      );
      expect(failed).toEqual([]);
      const left = [...(await pods(service.namespace, "engine")), ...(await pods(service.namespace, "gateway"))];
      expect(left.filter((pod) => pod.node === node && !pod.leaving)).toEqual([]);
    } finally {
      await kubectl.run(["uncordon", node]);
      await sleep(1000);
    }
  });

  afterAll(() => service.end(), 10 * minutes);
});
