import { describe, expect, it } from "vitest";
import type { PlatformSpec } from "../../aws";
import type { WeightsPlan } from "../../plan";
import { planReplicatedService, type ReplicatedServiceSpec } from "../../services/replicated";
import type { AwsCacheSpec } from "./args";
import { nextSize } from "./lustre";

const model = { source: "Qwen/Qwen3-32B", revision: "0".repeat(40), weightsGiB: 61 };
const nodes = (over: object = {}) => ({
  nodes: {},
  nodeGroups: { nodes: { spec: { instanceType: "g6e.12xlarge", max: 4, ...over } } },
});

/** A service on EKS whose platform has this cache. */
function made(modelCache: AwsCacheSpec, over: Partial<ReplicatedServiceSpec> = {}, platform: PlatformSpec = nodes()) {
  const spec = { model, parallelism: { tensor: 2 }, ...over, platform: { ...platform, modelCache } };
  const { plan, problems } = planReplicatedService("qwen3", spec);
  expect(problems).toEqual([]);
  if (!plan) throw new Error("no plan");
  return plan;
}

const s3Model = { source: "s3://weights/qwen3/32b", weightsGiB: 61 };

describe("weights on AWS", () => {
  it.each<[string, AwsCacheSpec, Partial<WeightsPlan>]>([
    [
      "on EFS",
      { kind: "efs", subnets: [{}, {}] },
      { kind: "shared", fetch: true, offline: true, accessMode: "ReadWriteMany", sizeGiB: 90 },
    ],
    ["on FSx for Lustre", { kind: "fsx-lustre" }, { kind: "shared", fetch: true, sizeGiB: 1200 }],
    ["on EBS", { kind: "ebs" }, { kind: "per-replica", fetch: true, accessMode: "ReadWriteOnce", sizeGiB: 90 }],
    ["on EBS for one engine", { kind: "ebs", perReplica: false }, { kind: "shared", accessMode: "ReadWriteOnce" }],
    ["on the node's disks", { kind: "nvme" }, { kind: "ephemeral", fetch: true, accessMode: null, sizeGiB: 90 }],
  ])("%s", (_, cache, weights) => {
    expect(made(cache).caches.weights).toMatchObject({ ...weights, storage: { kind: cache.kind } });
  });

  it("in S3 are streamed: by the loader, without a fetch, and the hub's files go to the one writer", () => {
    const { pools, caches, warnings } = made({ kind: "s3", bucket: "weights", prefix: "qwen3" }, { model: s3Model });
    const [rank] = pools.serve?.ranks ?? [];
    expect(rank?.argv.slice(0, 3)).toEqual(["aphrodite", "serve", s3Model.source]);
    expect(rank?.argv.join(" ")).toContain("--load-format runai_streamer");
    expect(rank?.env).toMatchObject({ HF_HOME: "/cache/huggingface" });
    expect(rank?.env).not.toHaveProperty("HF_HUB_OFFLINE");
    expect(caches.weights).toMatchObject({
      kind: "streamed",
      fetch: false,
      offline: false,
      sizeGiB: null,
      storage: { bucket: "weights", prefix: "qwen3/", identity: "pod-identity", rename: false, locks: false },
    });
    expect(warnings.map(({ path }) => path)).toEqual(["platform.modelCache"]);
    expect(warnings[0]?.message).toContain("[runai]");
  });

  it("in a path are not fetched where the storage exists, or shows a bucket", () => {
    const path = { model: { source: "/models/qwen3" } };
    for (const cache of [
      { kind: "efs", existing: true } as const,
      { kind: "fsx-lustre", existing: true } as const,
      { kind: "fsx-lustre", repository: true } as const,
    ])
      expect(made(cache, path).caches.weights).toMatchObject({ fetch: false, offline: false });
  });

  it("go where the service says, before the platform", () => {
    const own = made({ kind: "efs", subnets: [{}] }, { modelCache: { kind: "claim", throughputMiBps: 700 } });
    expect(own.caches.weights).toMatchObject({ existingClaim: true, storage: { kind: "claim", throughputMiBps: 700 } });
    expect(own.timings.startup.loadSeconds).toBe(Math.ceil((61 * 1024) / 700));
  });
});

describe("mount targets of EFS", () => {
  it.each([
    ["one for each zone", [{ zone: "a" }, { zone: "b" }, { zone: "a" }], [0, 1]],
    ["one for each subnet whose zone is not stated", [{}, {}], [0, 1]],
    ["one for each of both", [{ zone: "a" }, {}, { zone: "a" }], [0, 1]],
  ])("%s", (_, subnets, expected) => {
    const { storage } = made({ kind: "efs", subnets }).caches.weights;
    if (storage.kind !== "efs") throw new Error("not EFS");
    expect(storage.mountTargets.map(({ subnet }) => subnet)).toEqual(expected);
  });

  it("may serve the nodes of other pools too", () => {
    const group = (...zones: string[]) => ({
      spec: { instanceType: "g6e.12xlarge", max: 4, subnets: zones.map((zone) => ({ zone })) },
    });
    const platform = { nodes: {}, nodeGroups: { nodes: group("a", "b"), pools: { serve: group("b") } } };
    const { storage } = made({ kind: "efs", subnets: [{ zone: "a" }, { zone: "b" }] }, {}, platform).caches.weights;
    expect(storage).toMatchObject({ mountTargets: [{ zone: "a" }, { zone: "b" }] });
  });

  it("none on a file system that exists", () => {
    expect(made({ kind: "efs", existing: true }).caches.weights.storage).toMatchObject({ mountTargets: [] });
  });
});

describe("throughput of FSx for Lustre", () => {
  it.each([
    [1200, 150, 125, 150],
    [1200, 151, 250, 300],
    [4800, 500, 125, 600],
    [4800, 2400, 500, 2400],
    [4800, 4800, 1000, 4800],
    [7200, undefined, 500, 3600],
  ])(
    "%d GiB with %s MB/s asked takes %d for each TiB: %d in all",
    (sizeGiB, throughputMBps, perUnitMBps, totalMBps) => {
      const { storage } = made({ kind: "fsx-lustre", sizeGiB, throughputMBps }).caches.weights;
      expect(storage).toMatchObject({ perUnitMBps, totalMBps });
    },
  );

  it.each([
    [1, 1200],
    [1200, 1200],
    [1201, 2400],
    [2401, 4800],
    [3600, 4800],
    [4800, 4800],
  ])("%d GiB become %d", (asked, made) => expect(nextSize(asked)).toBe(made));
});

describe("what the start budget counts on", () => {
  it.each<[string, AwsCacheSpec, number, number | null]>([
    ["EFS, for any number of engines", { kind: "efs", subnets: [{}] }, 8, 500],
    ["EFS in bursts", { kind: "efs", subnets: [{}], throughput: "bursting" }, 1, 100],
    ["EFS, provisioned", { kind: "efs", subnets: [{}], throughput: { provisionedMiBps: 256 } }, 1, 256],
    ["EFS, provisioned above a client", { kind: "efs", subnets: [{}], throughput: { provisionedMiBps: 2000 } }, 1, 500],
    ["EFS, as measured", { kind: "efs", subnets: [{}], throughputMiBps: 1400 }, 1, 1400],
    // 600 MB/s are 572.2 MiB/s
    ["FSx for Lustre, for one engine", { kind: "fsx-lustre" }, 1, 572],
    ["FSx for Lustre, shared by all", { kind: "fsx-lustre" }, 4, 143],
    ["FSx for Lustre that exists", { kind: "fsx-lustre", existing: true }, 4, null],
    ["a volume of EBS", { kind: "ebs" }, 2, 500],
    ["a volume of EBS, faster than an engine", { kind: "ebs", throughputMiBps: 2000, sizeGiB: 200 }, 1, 1000],
    ["FSx for Lustre, faster than an engine", { kind: "fsx-lustre", sizeGiB: 9600 }, 1, 1000],
    ["NVMe, two disks for two engines", { kind: "nvme" }, 2, 500],
  ])("%s", (_, cache, replicas, throughputMiBps) => {
    const { caches, timings } = made(cache, { replicas }, nodes({ max: 8 }));
    expect(caches.weights.storage.throughputMiBps).toBe(throughputMiBps);
    expect(timings.startup.loadSeconds).toBe(Math.ceil((61 * 1024) / (throughputMiBps ?? 125)));
  });

  // a g5.12xlarge reads 2000 MB/s from EBS, 1907 MiB/s
  it.each([
    [1, 4, 476],
    [1, 1, 500],
    [2, 4, 500],
  ])("EBS with %d GPUs for each of %d engines of a node with four: %d", (tensor, replicas, throughputMiBps) => {
    const over = { model: { source: "org/small" }, parallelism: { tensor }, replicas };
    const { caches } = made({ kind: "ebs" }, over, nodes({ instanceType: "g5.12xlarge" }));
    expect(caches.weights.storage.throughputMiBps).toBe(throughputMiBps);
  });

  it("says why, and what changes it", () => {
    const { explanations } = made({ kind: "fsx-lustre", sizeGiB: 4800, throughputMBps: 600 }, { replicas: 3 });
    expect(explanations.find(({ path }) => path === "caches.weights.storage.throughputMiBps")).toEqual({
      path: "caches.weights.storage.throughputMiBps",
      value: 190,
      reason: "600 MB/s, which 3 engines share when they start together, at most 1000 MiB/s each",
      override: "platform.modelCache.throughputMiBps",
    });
  });
});

describe("a file system in one zone", () => {
  const zoned = (...zones: string[]) => nodes({ subnets: zones.map((zone) => ({ zone })) });

  it("is fine where all nodes are, and a warning where only some are", () => {
    const cache = { kind: "fsx-lustre", subnet: { zone: "us-east-1a" } } as const;
    expect(made(cache, {}, zoned("us-east-1a")).warnings).toEqual([]);
    const [warning] = made(cache, {}, zoned("us-east-1a", "us-east-1b")).warnings;
    expect(warning).toMatchObject({ path: "platform.modelCache.subnetId", value: "us-east-1a" });
    expect(warning?.message).toContain("nodes in us-east-1b read across zones");
  });
});
