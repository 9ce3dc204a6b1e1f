import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestService } from "../../scenario/testService";
import { isFull, pods, uids } from "../../scenario/workloads";

const minutes = 60_000;

/** A change that no engine survives. */
describe("an engine that never becomes healthy", { timeout: 15 * minutes }, () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start("broken", { args: { replicas: 3, startup: { rolloutSeconds: 60 } } });
  }, 10 * minutes);

  it("ends up with the pod and the reason, while the others serve", async () => {
    const before = await uids(service.namespace, "engine");
    let message = "";
    const start = Date.now();
    const { failed } = await service.during("engines: never healthy", async () => {
      // longer than the model allows: the engine ends with an error
      await service.change({ model: { maxLength: 50_000 } }).catch((error: Error) => {
        message = error.message;
      });
    });
    expect(message).toContain("chat-serve-2");
    expect(message).toMatch(/CrashLoopBackOff|back-off|exit code 1|terminated with exit code/i);
    expect((Date.now() - start) / 1000).toBeLessThan(240);
    expect(failed).toEqual([]);
    expect((await uids(service.namespace, "engine")).filter((uid) => before.includes(uid))).toHaveLength(2);
  });

  it("is replaced by the next good one", async () => {
    const { failed } = await service.planned("engines: mended", () => service.change({ model: { maxLength: 4096 } }));
    expect(failed).toEqual([]);
    expect(await isFull(service.namespace)).toBe(true);
    expect((await pods(service.namespace, "engine")).every(({ ready }) => ready)).toBe(true);
  });

  afterAll(() => service.end(), 10 * minutes);
});
