import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kubectl } from "../../host/kubectl";
import { source } from "../../host/paths";
import { standInNext } from "../../images/names";
import { Stack } from "../../pulumi/pulumi";
import { inPod, logs } from "../../scenario/exec";
import { serviceConfig } from "../../scenario/service";
import { full, pods } from "../../scenario/workloads";

const minutes = 60_000;
const namespace = `caches-${process.pid}`;

/** Weights that are fetched once and shared, compile caches that are not. */
describe("caches", { timeout: 10 * minutes }, () => {
  const stack = new Stack(join(source, "programs", "shared-cache"), namespace);
  const config = (names: string[], args: object = {}) => {
    const { service } = serviceConfig(namespace, { args }) as { service: { modelCache?: object } };
    delete service.modelCache;
    return { namespace, names, service };
  };
  const downloads = async () =>
    (await inPod(namespace, "chat-serve-0", "engine", "cat /models/downloads.log")).trim().split("\n");
  const cacheKey = async (pod: string) =>
    /compile cache key of the environment: ([0-9a-f]{32})/.exec(await logs(namespace, pod, "engine"))?.[1];

  beforeAll(async () => {
    await stack.init(config(["chat"]));
    await stack.up();
  }, 10 * minutes);

  it("fetch the weights once, before any engine starts", async () => {
    expect(await downloads()).toEqual([expect.stringMatching(/Qwen\/Qwen3-8B@main/)]);
  });

  it("serve a second service, and a fetch of another image, without a download", async () => {
    const before = (await pods(namespace, "fetch")).map(({ uid }) => uid);
    await stack.configure(config(["chat", "more"], { image: standInNext }));
    await stack.up();
    await full(namespace, Date.now(), 10);
    expect(await inPod(namespace, "more-serve-0", "engine", "cat /models/downloads.log")).toMatch(/^[^\n]+\n$/);
    const after = await pods(namespace, "fetch");
    expect(after.some(({ uid }) => !before.includes(uid))).toBe(true);
    expect(await logs(namespace, after.at(-1)?.name as string, "fetch")).toContain("nothing to fetch");
  });

  it("are read-only to engines where they hold weights", async () => {
    await expect(inPod(namespace, "chat-serve-0", "engine", "touch /models/mine")).rejects.toThrow("Read-only");
  });

  it("keep what each engine compiled, apart from the others, over the pod's end", async () => {
    for (const pod of ["chat-serve-0", "chat-serve-1"])
      await inPod(
        namespace,
        pod,
        "engine",
        `mkdir -p "$APHRODITE_CACHE_ROOT" && touch "$APHRODITE_CACHE_ROOT/of-${pod}"`,
      );
    await kubectl.run(["delete", "pod", "chat-serve-0", "--namespace", namespace]);
    await full(namespace, Date.now(), 120);
    const kept = await inPod(namespace, "chat-serve-0", "engine", 'cd "$APHRODITE_CACHE_ROOT" && ls -d of-*');
    expect(kept.trim()).toBe("of-chat-serve-0");
  });

  it("are of one key for all engines, also after a restart, and of another when the environment decides it", async () => {
    const keys = await Promise.all(["chat-serve-0", "chat-serve-1", "more-serve-0"].map(cacheKey));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
    await stack.configure(config(["chat", "more"], { image: standInNext, startup: { seconds: 2000 } }));
    await stack.up();
    expect(await cacheKey("chat-serve-0")).toMatch(/^[0-9a-f]{32}$/);
    expect(await cacheKey("chat-serve-0")).not.toBe(keys[0]);
  });

  afterAll(async () => {
    await stack.destroy();
    stack.remove();
  }, 10 * minutes);
});
