import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { kubectl } from "../../host/kubectl";
import { firstAnswer } from "../../scenario/client";
import { askEngine, longPrompt, storeKeys } from "../../scenario/kvCache";
import { sumOf } from "../../scenario/metrics";
import { engineProcess, podProcess } from "../../scenario/processes";
import { TestService } from "../../scenario/testService";
import { full, notFull, pods } from "../../scenario/workloads";

const minutes = 60_000;
const soon = { timeout: 60_000, interval: 1000 };

/** Two real engines and a Mooncake store of one node, whose 64 MB hold some 60,000 tokens of the tests' model. */
describe("a service whose engines share a KV cache", { timeout: 15 * minutes }, () => {
  let service: TestService;
  const [a, b] = ["chat-serve-0", "chat-serve-1"];
  const ask = (pod: string, prompt: string) => askEngine(service.namespace, pod, prompt);
  const loaded = async (pod: string) => {
    // counters come with the scheduler's next report
    await ask(pod, "Hello");
    return storeKeys(service.namespace, pod, "load_get");
  };
  const entries = () => masterSum("master_key_count");
  const masterSum = async (series: string) => {
    const [master] = await pods(service.namespace, "kv-master");
    return sumOf(service.namespace, master?.name as string, "master", 9003, series);
  };
  /** Has a prompt computed and saved by one engine. */
  const save = async (pod: string, name: string) => {
    const before = await entries();
    const text = await ask(pod, longPrompt(name));
    await expect.poll(entries, soon).toBeGreaterThan(before);
    return text;
  };
  /** Until the service is whole again and its gateway knows it. */
  const whole = async () => {
    await full(service.namespace, Date.now(), 300);
    expect(await firstAnswer(service.address, service.keys.default as string)).toMatchObject({ status: 200 });
  };

  beforeAll(async () => {
    service = await TestService.start("kv-cache", {
      engine: "real",
      args: { replicas: 2 },
      kvCache: {
        model: { source: "Qwen/Qwen3-8B", revision: "main" },
        backend: { kind: "mooncake", memoryGiB: 0.0625, localBufferMiB: 64 },
        overrides: {
          master: { container: { resources: { requests: { cpu: "50m", memory: "128Mi" } } } },
          stores: { container: { resources: { requests: { cpu: "50m", memory: "256Mi" } } } },
        },
      },
      // each prompt four times, of several clients: computed once, and loaded where it was not
      prompt: (client, request) => longPrompt(`topic ${client % 2} ${request >> 1}`),
    });
    expect(await firstAnswer(service.address, service.keys.default as string)).toMatchObject({ status: 200 });
  }, 20 * minutes);

  it("loads in one engine what another has computed", async () => {
    const text = await save(a, "first");
    const before = await loaded(b);
    expect(await ask(b, longPrompt("first"))).toBe(text);
    expect(await loaded(b)).toBeGreaterThan(before);
    expect(await storeKeys(service.namespace, b, "load_get", "failed_keys")).toBe(0);
  });

  it("loads it also after the engine that computed it is gone", async () => {
    const text = await save(a, "second");
    const gone = kubectl.run(["delete", "pod", a, "-n", service.namespace, "--force", "--grace-period=0"]);
    await Promise.all([gone, notFull(service.namespace, 60)]);
    const before = await loaded(b);
    expect(await ask(b, longPrompt("second"))).toBe(text);
    expect(await loaded(b)).toBeGreaterThan(before);
    await whole();
  });

  it("loads it after its own restart", async () => {
    const text = await ask(b, longPrompt("first"));
    process.kill(engineProcess(b), "SIGKILL");
    await notFull(service.namespace, 60);
    await expect
      .poll(() => ask(b, "Hello").catch(() => undefined), { timeout: 5 * minutes, interval: 3000 })
      .toBeTruthy();
    expect(await loaded(b)).toBe(0);
    expect(await ask(b, longPrompt("first"))).toBe(text);
    expect(await loaded(b)).toBeGreaterThan(0);
    await whole();
  });

  it.each([
    ["store node: SIGKILL", "kv-store", "mooncake_client", "SIGKILL"],
    ["store node: SIGSTOP for 20 s", "kv-store", "mooncake_client", "SIGSTOP"],
    ["master: SIGKILL", "kv-master", "mooncake_master", "SIGKILL"],
    ["master: SIGSTOP for 20 s", "kv-master", "mooncake_master", "SIGSTOP"],
  ] as const)("fails no request, restarts no engine, and is used again: %s", async (fault, part, program, signal) => {
    const before = await pods(service.namespace, "engine");
    const [pod] = await pods(service.namespace, part);
    const { failed } = await service.during(`KV cache, ${fault}`, async () => {
      const broken = podProcess(pod?.name as string, program);
      process.kill(broken, signal);
      await sleep(20_000);
      try {
        if (signal === "SIGSTOP") process.kill(broken, "SIGCONT");
      } catch {
        // its liveness probe was faster
      }
      await sleep(20_000);
    });
    expect(failed).toEqual([]);
    const restarts = (all: typeof before) => all.map(({ uid, restarts }) => [uid, restarts]);
    expect(restarts(await pods(service.namespace, "engine"))).toEqual(restarts(before));
    const text = await save(a, fault);
    const had = await loaded(b);
    expect(await ask(b, longPrompt(fault))).toBe(text);
    expect(await loaded(b)).toBeGreaterThan(had);
  });

  it("fails no request when it is full: the oldest entries go", async () => {
    const evicted = await masterSum("master_evicted_key_count");
    const { failed } = await service.during("KV cache, filled", () =>
      expect
        .poll(() => masterSum("master_evicted_key_count"), { timeout: 8 * minutes, interval: 3000 })
        .toBeGreaterThan(evicted),
    );
    expect(failed).toEqual([]);
  });

  it("leaves nothing behind when it is destroyed", () => service.end());
});
