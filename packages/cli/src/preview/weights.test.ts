import type { StoragePlan, WeightsPlan } from "@sonar-iac/topology";
import { describe, expect, it } from "vitest";
import { weightsBranch } from "./weights";

const can = { readWriteMany: true, rename: true, locks: true, throughputMiBps: 500 };
const common = { fetch: true, fetchId: "1", fetchSeconds: 1, offline: true, existingClaim: false, sizeGiB: 90 };

describe("the line of the weights", () => {
  it.each<[string, WeightsPlan["kind"], StoragePlan, Partial<WeightsPlan>]>([
    [
      "EFS, elastic: fetched once at revision main, 500 MiB/s to each engine, stays when the service goes",
      "shared",
      {
        ...can,
        kind: "efs",
        existing: false,
        throughputMode: "elastic",
        provisionedMiBps: null,
        mountTargets: [],
        deletion: "retain",
      },
      {},
    ],
    [
      "existing EFS: already there, 500 MiB/s to each engine",
      "shared",
      {
        ...can,
        kind: "efs",
        existing: true,
        throughputMode: "elastic",
        provisionedMiBps: null,
        mountTargets: [],
        deletion: "retain",
      },
      { fetch: false },
    ],
    [
      "90 GiB FSx for Lustre: fetched once at revision main, 500 MiB/s to each engine",
      "shared",
      {
        ...can,
        kind: "fsx-lustre",
        existing: false,
        sizeGiB: 90,
        perUnitMBps: 125,
        totalMBps: 600,
        repository: false,
        deletion: "delete",
      },
      {},
    ],
    [
      "90 GiB EBS: fetched by each engine pod at revision main, once, 500 MiB/s to each engine, stays when the service goes",
      "per-replica",
      { ...can, kind: "ebs", iops: 3000, volumeMiBps: 500, deletion: "retain" },
      {},
    ],
    [
      "S3: streamed from s3://weights/qwen/ at each start, 500 MiB/s to each engine",
      "streamed",
      { ...can, kind: "s3", bucket: "weights", prefix: "qwen/", identity: "pod-identity" },
      { fetch: false, sizeGiB: null },
    ],
    [
      "90 GiB NVMe of the node: fetched at each start at revision main",
      "ephemeral",
      { ...can, throughputMiBps: null, kind: "nvme" },
      {},
    ],
    ["90 GiB ReadWriteMany: fetched once at revision main", "shared", { ...can, kind: "storage-class" }, {}],
    ["existing claim: already there", "shared", { ...can, kind: "claim" }, { fetch: false, existingClaim: true }],
  ])("%s", (line, kind, storage, over) => {
    const weights: WeightsPlan = { ...common, kind, storage, accessMode: "ReadWriteMany", ...over };
    const branch = weightsBranch(weights, "main");
    expect(`${branch.kind}: ${branch.lines.map(({ text }) => text).join(" ")}`).toBe(line);
  });
});
