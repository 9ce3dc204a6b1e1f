import type { Values } from "../../double/definition";
import { isEmpty } from "../../double/fields";

/** Throughput in MB/s for each TiB, by deployment and storage. */
const throughputs: Record<string, number[]> = {
  "PERSISTENT_1 SSD": [50, 100, 200],
  "PERSISTENT_1 HDD": [12, 40],
  "PERSISTENT_2 SSD": [125, 250, 500, 1000],
};

/** GiB by which capacity grows; SSD and scratch also come with 1200. */
const step = (deployment: string, storage: string, throughput: unknown) => {
  if (deployment === "SCRATCH_1") return 3600;
  if (storage === "HDD") return throughput === 12 ? 6000 : 1800;
  return 2400;
};

function capacityRules(deployment: string, storage: string, inputs: Values): string[] {
  const { storageCapacity, perUnitStorageThroughput, throughputCapacity } = inputs;
  if (storage === "INTELLIGENT_TIERING")
    return [
      ...(isEmpty(storageCapacity) ? [] : ["storageCapacity: INTELLIGENT_TIERING grows by itself"]),
      ...(Number(throughputCapacity) % 4000 === 0
        ? []
        : ["throughputCapacity: INTELLIGENT_TIERING needs a multiple of 4000"]),
    ];
  const by = step(deployment, storage, perUnitStorageThroughput);
  const small = storage === "HDD" ? [] : [1200, 2400];
  const capacity = Number(storageCapacity);
  return small.includes(capacity) || (capacity > 0 && capacity % by === 0)
    ? []
    : [
        `storageCapacity: ${storageCapacity} GiB; ${deployment} on ${storage} has ${[...small, `multiples of ${by}`].join(", ")}`,
      ];
}

/** What FSx says about sizes in words only. */
export function lustreRules(inputs: Values): string[] {
  const deployment = String(inputs.deploymentType ?? "SCRATCH_1");
  const storage = String(inputs.storageType ?? "SSD");
  const allowed = throughputs[`${deployment} ${storage}`];
  const given = inputs.perUnitStorageThroughput;
  const problems = capacityRules(deployment, storage, inputs);
  if (allowed && !allowed.includes(Number(given)))
    problems.push(
      `perUnitStorageThroughput: ${given ?? "none"}; ${deployment} on ${storage} has ${allowed.join(", ")}`,
    );
  if (!allowed && !isEmpty(given)) problems.push(`perUnitStorageThroughput: ${deployment} on ${storage} has none`);
  if (deployment === "PERSISTENT_2")
    for (const name of ["importPath", "exportPath", "autoImportPolicy", "importedFileChunkSize"])
      if (!isEmpty(inputs[name])) problems.push(`${name}: PERSISTENT_2 is linked by a data repository association`);
  if (deployment !== "PERSISTENT_2")
    for (const name of ["metadataConfiguration", "efaEnabled"])
      if (!isEmpty(inputs[name]) && inputs[name] !== false) problems.push(`${name}: only PERSISTENT_2 has it`);
  if (inputs.efaEnabled === true && storage === "SSD" && isEmpty(inputs.metadataConfiguration))
    problems.push("efaEnabled: needs metadataConfiguration");
  if (deployment.startsWith("SCRATCH") && Number(inputs.automaticBackupRetentionDays ?? 0) > 0)
    problems.push("automaticBackupRetentionDays: scratch file systems have no backups");
  return problems;
}
