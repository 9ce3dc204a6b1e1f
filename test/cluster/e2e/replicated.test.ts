import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { up } from "../cluster/up";
import { kubectl } from "../host/kubectl";
import { source } from "../host/paths";
import { Stack } from "../pulumi/pulumi";
import { complete, gatewayAddress } from "../scenario/client";
import { Load, type Tally } from "../scenario/load";
import { engineProcess } from "../scenario/processes";
import { record, table } from "../scenario/report";
import { replicatedConfig } from "../scenario/service";

const minutes = 60_000;
// two runs at a time do not meet
const namespace = `e2e-${process.pid}`;

/** A service under load while it is changed and broken; every request is accounted for. */
describe("ReplicatedService on a real cluster", { timeout: 15 * minutes }, () => {
  const stack = new Stack(join(source, "programs", "replicated"), namespace);
  let address: string;
  let keys: Record<string, string>;
  let current = "default";

  const configure = (args: Parameters<typeof replicatedConfig>[1]) =>
    stack.configure(replicatedConfig(namespace, args));
  const readKeys = async () => {
    keys = (await stack.outputs<{ apiKeys: Record<string, string> }>()).apiKeys;
  };
  /** Runs a change under load and keeps the row. */
  const underLoad = async (scenario: string, change: () => Promise<void>): Promise<Tally> => {
    const start = Date.now();
    const load = new Load({ address, key: () => keys[current] as string });
    await new Promise((done) => setTimeout(done, 3000));
    await change();
    await new Promise((done) => setTimeout(done, 3000));
    const tally = await load.stop();
    record(scenario, tally, (Date.now() - start) / 1000);
    expect(tally.requests).toBeGreaterThan(10);
    return tally;
  };
  const engines = async () =>
    (
      await kubectl.get<{ items: { metadata: { name: string; uid: string } }[] }>([
        "pods",
        "--namespace",
        namespace,
        "--selector",
        "app.kubernetes.io/component=engine",
      ])
    ).items.map(({ metadata }) => metadata);

  beforeAll(async () => {
    await up();
    await stack.init(replicatedConfig(namespace));
    await stack.up();
    address = await gatewayAddress(namespace, "chat");
    await readKeys();
  }, 30 * minutes);

  afterAll(async () => {
    console.log(table());
    await stack.destroy();
    stack.remove();
  }, 10 * minutes);

  it("serves after the first up, and a second up changes nothing", async () => {
    expect((await complete(address, keys.default as string, "Hello")).status).toBe(200);
    expect(Object.keys((await stack.up(["--expect-no-changes"])).changes)).toEqual(["unchanged"]);
  });

  it("drops nothing while its engines are replaced", async () => {
    const before = await engines();
    await configure({ engine: { resources: { cpu: 0.2, memoryGiB: 3, sharedMemoryGiB: 1 }, extraArgs: { seed: 7 } } });
    const tally = await underLoad("engines: a new flag", async () => void (await stack.up()));
    const after = await engines();
    expect(tally.failed).toEqual([]);
    expect(after.map(({ uid }) => uid)).not.toEqual(expect.arrayContaining([before[0]?.uid]));
  });

  it("drops nothing while its gateway is replaced and keys are rotated by overlap, and restarts no engine", async () => {
    const before = await engines();
    const old = keys.default as string;
    const withSeed = { engine: { resources: { cpu: 0.2, memoryGiB: 3, sharedMemoryGiB: 1 }, extraArgs: { seed: 7 } } };
    const tally = await underLoad("keys: add, switch, remove", async () => {
      await configure({ ...withSeed, apiKeys: { clients: ["default", "next"] } });
      await stack.up();
      await readKeys();
      current = "next";
      await configure({ ...withSeed, apiKeys: { clients: ["next"] } });
      await stack.up();
    });
    expect(tally.failed).toEqual([]);
    expect((await complete(address, old, "Hello")).status).toBe(401);
    expect((await engines()).map(({ uid }) => uid)).toEqual(before.map(({ uid }) => uid));
  });

  it("loses only what ran on an engine that is killed", async () => {
    const [first] = await engines();
    const tally = await underLoad("engine: SIGKILL", async () => {
      process.kill(engineProcess(first?.name as string), "SIGKILL");
      await new Promise((done) => setTimeout(done, 20_000));
    });
    // four clients: at most two requests ran on it, a plain one is told, a stream is cut
    expect(tally.failed.length).toBeLessThanOrEqual(4);
    for (const failure of tally.failed)
      expect(failure).toMatch(/^plain: HTTP 502 engine-lost|^stream: (cut|terminated)/);
  });

  it("drops nothing when a gateway pod is deleted", async () => {
    const tally = await underLoad("gateway: pod deleted", async () => {
      const pods = await kubectl.get<{ items: { metadata: { name: string } }[] }>([
        "pods",
        "--namespace",
        namespace,
        "--selector",
        "app.kubernetes.io/component=gateway",
      ]);
      await kubectl.run(["delete", "pod", pods.items[0]?.metadata.name as string, "--namespace", namespace]);
    });
    expect(tally.failed).toEqual([]);
  });
});
