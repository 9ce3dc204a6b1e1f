import { describe, expect, it } from "vitest";
import { planReplicatedService, type ReplicatedServiceSpec } from "./replicated";

const minimal: ReplicatedServiceSpec = {
  platform: { nodes: { instanceType: "g6.2xlarge" } },
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
};

/** Deliberately not the typed spec: a user's program may pass anything. */
const plan = (over: Record<string, unknown>, name = "qwen3") =>
  planReplicatedService(name, { ...minimal, ...over } as ReplicatedServiceSpec);
const made = (over: Record<string, unknown> = {}) => {
  const { plan: result, problems } = plan(over);
  expect(problems).toEqual([]);
  if (!result) throw new Error("no plan");
  return result;
};

describe("a plan", () => {
  it("runs the command of the quickstart", () => {
    expect(made().pools.serve?.ranks[0]?.argv).toEqual(
      "aphrodite serve Qwen/Qwen3-8B --host 0.0.0.0 --port 2242 --served-model-name qwen3 --max-model-len 32768 --shutdown-timeout 605".split(
        " ",
      ),
    );
  });

  it("has no key in the command or the plain environment", () => {
    const text = JSON.stringify(made({ apiKeys: { clients: ["web"] } }).pools);
    expect(text).not.toMatch(/api-key|API_KEY|TOKEN/);
  });

  it("adds options in the order of their names", () => {
    const argv = made({
      parallelism: { tensor: 1 },
      model: { ...minimal.model, revision: "0".repeat(40) },
      engine: { gpuMemoryUtilization: 0.9, extraArgs: { seed: 1, "enable-prefix-caching": true } },
    }).pools.serve?.ranks[0]?.argv;
    expect(argv?.slice(10).join(" ")).toBe(
      `--max-model-len 32768 --revision ${"0".repeat(40)} --gpu-memory-utilization 0.9 --shutdown-timeout 605 --enable-prefix-caching --seed 1`
        .split(" ")
        .slice(1)
        .join(" "),
    );
  });

  it("counts engines, GPUs, nodes and cost", () => {
    const totals = made({
      platform: { nodes: { instanceType: "g6e.12xlarge" } },
      parallelism: { tensor: 2 },
      replicas: 3,
    }).totals;
    expect(totals).toMatchObject({ engines: 3, gpus: 6, pods: 5, nodes: 2, priceRegion: "us-east-1" });
    expect(totals.usdPerHour).toBeGreaterThan(0);
  });

  it("does not know a price or nodes it was not told of: null, never 0", () => {
    expect(made({ platform: { nodes: {} } }).totals).toMatchObject({ nodes: null, usdPerHour: null, priceDate: null });
    expect(made({ platform: { nodes: { gpusPerNode: 8 } } }).totals).toMatchObject({ nodes: 1, usdPerHour: null });
  });

  it("warns of weights that cannot fit, of one gateway, and of a revision that moves", () => {
    const { warnings } = made({ model: { ...minimal.model, weightsGiB: 61 }, gateway: { replicas: 1 } });
    expect(warnings.map((w) => w.path)).toEqual(["model.revision", "model.weightsGiB", "gateway.replicas"]);
    expect(warnings[1]?.message).toContain("Use at least 4 GPUs per engine");
  });

  it("shares limits out to the gateway's pods, rounded up", () => {
    const { gateway } = made({ replicas: 3, gateway: { replicas: 2 }, admission: { perEngine: 65, queue: 129 } });
    expect(gateway.admission).toMatchObject({ perEngine: 33, queue: 65, queueSeconds: 30 });
  });

  it("gives a hub model without a shared volume a claim for each replica, and a shared one a Job", () => {
    expect(made({ replicas: 3 }).caches.weights).toMatchObject({
      kind: "per-replica",
      sizeGiB: 100,
      fetch: true,
      offline: true,
    });
    const shared = made({ replicas: 3, modelCache: { kind: "storage-class", accessMode: "ReadWriteMany" } }).caches
      .weights;
    expect(shared).toMatchObject({ kind: "shared", fetch: true });
    const path = made({ model: { source: "/models/qwen" }, modelCache: { kind: "claim" } }).caches.weights;
    expect(path).toMatchObject({ kind: "shared", fetch: false, offline: false, existingClaim: true });
  });

  it("uses one fetch for one revision", () => {
    const id = (revision?: string) => made({ model: { ...minimal.model, revision } }).caches.weights.fetchId;
    expect(id("a")).toBe(id("a"));
    expect(id("a")).not.toBe(id("b"));
  });

  it("explains its derived values", () => {
    const why = made({ maxRequestSeconds: 900 }).explanations;
    expect(new Set(why.map((e) => e.path)).size).toBe(why.length);
    expect(why.find((e) => e.path === "timings.engine.drainSeconds")).toMatchObject({
      value: 905,
      override: "maxRequestSeconds",
    });
  });
});
