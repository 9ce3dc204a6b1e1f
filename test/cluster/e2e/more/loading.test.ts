import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kubectl } from "../../host/kubectl";
import { TestService } from "../../scenario/testService";
import { pods } from "../../scenario/workloads";

const minutes = 60_000;

/** A real engine swallows SIGTERM while its core starts. */
describe("an engine that loads", { timeout: 10 * minutes }, () => {
  let service: TestService;
  const engine = async () => (await pods(service.namespace, "engine"))[0];
  const remove = () => kubectl.run(["delete", "pod", "chat-serve-0", "--namespace", service.namespace]);
  const running = async () =>
    kubectl.run([
      "get",
      "pod",
      "chat-serve-0",
      "--namespace",
      service.namespace,
      "--output",
      "jsonpath={.status.phase}",
    ]);

  beforeAll(async () => {
    service = await TestService.start("loading", { args: { replicas: 1 }, engine: "real" });
  }, 10 * minutes);

  it("goes at once when its pod is deleted, and not at the end of its grace period", async () => {
    await remove();
    await expect.poll(running, { timeout: 60_000 }).toBe("Running");
    // it imports by then, and its core has begun
    await sleep(15_000);
    expect((await engine())?.ready).toBe(false);
    const start = Date.now();
    await remove();
    // 15 s of preStop and 65 s of drain, were it taken for one that serves
    expect((Date.now() - start) / 1000).toBeLessThan(45);
  });

  afterAll(() => service.end(), 10 * minutes);
});
