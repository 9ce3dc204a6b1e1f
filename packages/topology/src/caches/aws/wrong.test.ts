import { describe, expect, it } from "vitest";
import { planReplicatedService, type ReplicatedServiceSpec } from "../../services/replicated";

const model = { source: "Qwen/Qwen3-32B", revision: "0".repeat(40), weightsGiB: 61 };

/** Deliberately not the typed spec: a user's program may pass anything. */
function messages(modelCache: Record<string, unknown>, over: Record<string, unknown> = {}, group: object = {}) {
  const nodeGroups = { nodes: { spec: { instanceType: "g6e.12xlarge", max: 4, ...group } } };
  const spec = { model, parallelism: { tensor: 2 }, ...over, platform: { nodes: {}, nodeGroups, modelCache } };
  const { problems } = planReplicatedService("qwen3", spec as unknown as ReplicatedServiceSpec);
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

const zones = (...names: string[]) => names.map((zone) => ({ zone }));
const at = "platform.modelCache";

describe("wrong caches on AWS", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, object, string]>([
    [
      "a size that FSx does not make",
      { kind: "fsx-lustre", sizeGiB: 3600 },
      {},
      {},
      `${at}.sizeGiB: FSx makes file systems of 1200 GiB, or of a multiple of 2400, and 3600 is neither. Use 4800, or 2400.`,
    ],
    [
      "a size below the least",
      { kind: "fsx-lustre", sizeGiB: 100 },
      {},
      {},
      `${at}.sizeGiB: FSx makes file systems of 1200 GiB, or of a multiple of 2400, and 100 is neither. Use 1200.`,
    ],
    [
      "a fraction of a GiB",
      { kind: "fsx-lustre", sizeGiB: 1200.5 },
      {},
      {},
      `${at}.sizeGiB: must be a whole number 1 or more, but it is 1200.5.`,
    ],
    [
      "more throughput than the size has",
      { kind: "fsx-lustre", sizeGiB: 1200, throughputMBps: 2000 },
      {},
      {},
      `${at}.throughputMBps: 2000 MB/s are more than 1200 GiB have: at most 1200, 1000 for each TiB. Use sizeGiB: 2400, or ask for less.`,
    ],
    [
      "throughput of zero",
      { kind: "fsx-lustre", throughputMBps: 0 },
      {},
      {},
      `${at}.throughputMBps: must be a number above 0, but it is 0.`,
    ],
    [
      "a file system where no node is",
      { kind: "fsx-lustre", subnet: { zone: "c" } },
      {},
      { subnets: zones("a", "b") },
      `${at}.subnetId: lies in c, but the nodes are in a and b. Give a subnet of one of those zones.`,
    ],
    [
      "mount targets not where nodes are",
      { kind: "efs", subnets: zones("a") },
      {},
      { subnets: zones("a", "b") },
      `${at}.subnetIds: have none in b, where nodes are.`,
    ],
    [
      "mount targets where no node is",
      { kind: "efs", subnets: zones("a", "c") },
      {},
      { subnets: zones("a") },
      `${at}.subnetIds: lie in c, where no nodes are (they are in a).`,
    ],
    [
      "mount targets of a list that comes later",
      { kind: "efs" },
      {},
      {},
      `${at}.subnetIds: are known only when the program runs`,
    ],
    [
      "throughput of a file system that exists",
      { kind: "efs", existing: true, throughput: "elastic" },
      {},
      {},
      `${at}.throughput: has no effect on a file system that exists.`,
    ],
    [
      "a throughput mode that is none",
      { kind: "efs", subnets: [{}], throughput: "fast" },
      {},
      {},
      `${at}.throughput: must be "elastic", "bursting" or { provisionedMiBps }`,
    ],
    [
      "an existing file system's deletion",
      { kind: "fsx-lustre", existing: true, deletion: "delete" },
      {},
      {},
      `${at}.deletion: has no effect on a file system that exists.`,
    ],
    [
      "a volume of EBS for all",
      { kind: "ebs", perReplica: false },
      { replicas: 3 },
      {},
      `${at}.perReplica: 3 pods cannot share a volume of EBS, which one node mounts.`,
    ],
    [
      "too few operations",
      { kind: "ebs", throughputMiBps: 1000, iops: 3000 },
      {},
      {},
      `${at}.iops: 3000 operations per second are too few for 1000 MiB/s`,
    ],
    [
      "more throughput than gp3 has",
      { kind: "ebs", throughputMiBps: 4000 },
      {},
      {},
      `${at}.throughputMiBps: must be a number 125 or more and at most 2000, but it is 4000.`,
    ],
    [
      "a volume that is too small",
      { kind: "ebs", sizeGiB: 50 },
      {},
      {},
      `${at}.sizeGiB: 50 GiB cannot hold weights of 61 GiB. Use 90 or more.`,
    ],
    [
      "a path on an empty volume",
      { kind: "ebs" },
      { model: { source: "/models/x" } },
      {},
      `${at}: "/models/x" is a path, and a new volume is empty.`,
    ],
    [
      "disks that the type lacks",
      { kind: "nvme" },
      { parallelism: {} },
      { instanceType: "p4d.24xlarge", localStorage: "none" },
      `${at}.kind: the nodes leave their NVMe disks alone`,
    ],
    [
      "more than the disks have",
      { kind: "nvme", sizeGiB: 9000 },
      {},
      {},
      `${at}.sizeGiB: 1 × 9000 GiB are more than the 3539 GiB of a g6e.12xlarge's disks`,
    ],
    [
      "an unknown field",
      { kind: "efs", subnets: [{}], throughputMode: "elastic" },
      {},
      {},
      `${at}.throughputMode: is not an argument. Did you mean "throughput"?`,
    ],
    [
      "an unknown kind",
      { kind: "efz" },
      {},
      {},
      `${at}.kind: must have the kind "claim" or "storage-class" or "ephemeral" or "efs" or "fsx-lustre" or "ebs" or "s3" or "nvme", but it is "efz".`,
    ],
    [
      "a kind of the cluster, wrongly",
      { kind: "storage-class", sizeGiB: -1 },
      {},
      {},
      `${at}.sizeGiB: must be a number above 0, but it is -1.`,
    ],
    [
      "the platform's kind at a service",
      { kind: "nvme" },
      { modelCache: { kind: "efs" } },
      {},
      'modelCache.kind: has the kind "efs", which is the platform\'s.',
    ],
    [
      "a model in S3 without the kind",
      { kind: "nvme" },
      { model: { source: "s3://weights/x" }, modelCache: { kind: "claim" } },
      {},
      'model.source: "s3://weights/x" is in S3, which only the cache of kind "s3" streams from.',
    ],
  ])("%s", (_, cache, over, group, start) => {
    const found = messages(cache, over, group);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start), found[0]).toBe(true);
  });

  it("NVMe on a type without disks", () => {
    expect(messages({ kind: "nvme" }, { parallelism: {} }, { instanceType: "p3.2xlarge" })[0]).toMatch(
      /^platform\.modelCache\.kind: a p3\.2xlarge has no NVMe disks\./,
    );
  });

  it("are listed all at once, beside those of the service and the nodes", () => {
    const found = messages(
      { kind: "fsx-lustre", sizeGiB: 3000, throughputMBps: 9000, subnet: { zone: "c" }, deletion: "keep" },
      { replicas: 0 },
      { subnets: zones("a"), min: 9 },
    );
    expect(found.map((one) => one.split(":")[0])).toEqual([
      "replicas",
      `${at}.deletion`,
      `${at}.sizeGiB`,
      `${at}.subnetId`,
      `${at}.throughputMBps`,
      "platform.nodes.min",
    ]);
  });
});
