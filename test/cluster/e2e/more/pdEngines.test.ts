import { beforeAll, describe, expect, it } from "vitest";
import { firstAnswer } from "../../scenario/client";
import { engineProcess } from "../../scenario/processes";
import { TestService } from "../../scenario/testService";
import { wrongTexts } from "../../scenario/texts";
import { pods, uids } from "../../scenario/workloads";

const minutes = 60_000;

/** One prefill and two decode engines, all real, of which one is lost. */
describe("decode engines that are lost, real ones", { timeout: 15 * minutes }, () => {
  let service: TestService;
  const first = async () => (await pods(service.namespace, "decode"))[0]?.name as string;

  beforeAll(async () => {
    service = await TestService.start("pd-engines", {
      kind: "pd",
      engine: "real",
      args: { prefill: { replicas: 1 }, decode: { replicas: 2 } },
    });
    expect(await firstAnswer(service.address, service.keys.default as string)).toMatchObject({ status: 200 });
  }, 20 * minutes);

  it("lose only what streamed on the one that is killed", async () => {
    const decode = await first();
    const { failed } = await service.fault("P/D, real engines: decode SIGKILL", async () =>
      process.kill(engineProcess(decode), "SIGKILL"),
    );
    expect(failed.length).toBeLessThanOrEqual(5);
    for (const failure of failed)
      expect(failure).toMatch(/^(plain|stream|leaver): (HTTP 502 engine-lost|cut|terminated)/);
  });

  it("answer with right text or not at all when one stands still for longer than the lease", async () => {
    const engines = await uids(service.namespace, "decode");
    const { texts } = await service.during("P/D, real engines: decode stands still", async () => {
      const frozen = engineProcess(await first());
      process.kill(frozen, "SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, 45_000));
      try {
        process.kill(frozen, "SIGCONT");
      } catch {
        // its liveness probe was faster
      }
    });
    expect(engines).toHaveLength(2);
    expect(texts.size).toBeGreaterThan(0);
    expect(await wrongTexts("real", 23_411, new Map([...texts].slice(-40)))).toEqual([]);
  });

  it("leave nothing behind when they are destroyed", () => service.end());
});
