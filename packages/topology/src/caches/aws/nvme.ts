import type { StoragePlan } from "../../plan";
import { sizeOf } from "../size";
import type { NvmeSpec } from "./args";
import { type CacheContext, engineMiBps, type WeightsPart } from "./context";

/** What each disk reads at the least: those of the smallest types are the slowest. */
const diskMiBps = 500;

/** The node's own disks for weights: fast, and empty at each start. */
export function planNvme(spec: NvmeSpec, { model, enginesPerNode, nodes, notes }: CacheContext): WeightsPart {
  const { why, problems } = notes;
  const { instance, localStorage } = nodes;
  const disks = instance?.localNvme ?? null;
  const sizeGiB = sizeOf(spec.sizeGiB, model, notes);
  const engines = enginesPerNode ?? 1;
  if (instance && !disks) {
    problems.push({
      path: "kind",
      value: "nvme",
      message: `a ${instance.type} has no NVMe disks. Use an instance type with some, such as a g6e, or another kind of cache.`,
    });
  } else if (localStorage === "none") {
    problems.push({
      path: "kind",
      value: "nvme",
      message:
        'the nodes leave their NVMe disks alone: localStorage is "none", or they have an image of your own. Use localStorage: "raid0", or another kind of cache.',
    });
  }
  const room = disks && Math.floor((disks.count * disks.sizeGB * 1e9) / 2 ** 30);
  if (room !== null && sizeGiB * engines > room) {
    problems.push({
      path: "sizeGiB",
      value: sizeGiB,
      message: `${engines} × ${sizeGiB} GiB are more than the ${room} GiB of a ${instance?.type}'s disks, which hold images too. Use less, or a larger instance type.`,
    });
  }
  const storage: StoragePlan = {
    kind: "nvme",
    readWriteMany: false,
    rename: true,
    locks: true,
    throughputMiBps: why.because(
      "storage.throughputMiBps",
      disks && Math.min(engineMiBps, Math.max(1, Math.floor((disks.count * diskMiBps) / engines))),
      disks
        ? `${diskMiBps} MiB/s from each of ${disks.count} disks, for ${engines} engines at once, at most ${engineMiBps} each`
        : "no disks are known",
      "startup.storageMiBps",
    ),
  };
  return { kind: "ephemeral", storage, accessMode: null, sizeGiB };
}
