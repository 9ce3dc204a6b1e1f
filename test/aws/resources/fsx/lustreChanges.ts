import type { Values } from "../../double/definition";

const iops = ({ metadataConfiguration }: Values) => Number(((metadataConfiguration ?? {}) as Values).iops ?? 0);

/** Inputs that only go up in place; downwards means a new file system. Scratch file systems of the first kind do not grow. */
export function downwards(now: Values, before: Values): string[] {
  const isScratch1 = (now.deploymentType ?? "SCRATCH_1") === "SCRATCH_1";
  return [
    ...(isScratch1 || Number(now.storageCapacity) < Number(before.storageCapacity) ? ["storageCapacity"] : []),
    ...(Number(now.fileSystemTypeVersion) < Number(before.fileSystemTypeVersion) ? ["fileSystemTypeVersion"] : []),
    ...(iops(now) < iops(before) ? ["metadataConfiguration"] : []),
  ];
}

/** With EFA the throughput of each TiB stays what it was at creation. */
export const efaRules = (now: Values, before: Values): string[] =>
  before.efaEnabled === true && now.perUnitStorageThroughput !== before.perUnitStorageThroughput
    ? ["perUnitStorageThroughput: an EFA file system keeps what it was created with"]
    : [];
