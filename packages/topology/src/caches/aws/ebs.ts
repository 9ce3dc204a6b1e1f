import { planGp3 } from "../../aws/gp3";
import type { StoragePlan } from "../../plan";
import { sizeOf } from "../size";
import type { EbsSpec } from "./args";
import { type CacheContext, engineMiBps, mibOfMB, type WeightsPart } from "./context";

/** Volumes of EBS for weights: one for each engine, since one node mounts a volume. */
export function planEbs(spec: EbsSpec, { model, replicas, enginesPerNode, nodes, notes }: CacheContext): WeightsPart {
  const { why, problems } = notes;
  const volumeMiBps = spec.throughputMiBps ?? 500;
  const sizeGiB = sizeOf(spec.sizeGiB, model, notes);
  const perReplica = spec.perReplica ?? true;
  if (!perReplica && replicas > 1) {
    problems.push({
      path: "perReplica",
      value: false,
      message: `${replicas} pods cannot share a volume of EBS, which one node mounts. Leave it out (${replicas} × ${sizeGiB} GiB), or use kind "efs" or "fsx-lustre".`,
    });
  }
  const nodeMBps = nodes.instance?.ebsMaxThroughputMBps ?? null;
  const share = nodeMBps === null ? null : Math.max(1, Math.floor(mibOfMB(nodeMBps) / (enginesPerNode ?? 1)));
  const storage: StoragePlan = {
    kind: "ebs",
    readWriteMany: false,
    rename: true,
    locks: true,
    throughputMiBps: why.because(
      "storage.throughputMiBps",
      Math.min(engineMiBps, volumeMiBps, share ?? volumeMiBps),
      share !== null && share < Math.min(engineMiBps, volumeMiBps)
        ? `a ${nodes.instance?.type} reads ${nodeMBps} MB/s from EBS, for ${enginesPerNode ?? 1} engines at once`
        : `the volume's, at most ${engineMiBps}`,
      "throughputMiBps",
    ),
    iops: planGp3({ sizeGiB, iops: spec.iops, throughputMiBps: volumeMiBps }, why, problems),
    volumeMiBps,
    deletion: spec.deletion ?? "retain",
  };
  return { kind: perReplica ? "per-replica" : "shared", storage, accessMode: "ReadWriteOnce", sizeGiB };
}
