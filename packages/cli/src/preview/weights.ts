import type { WeightsPlan } from "@sonar-iac/topology";
import type { Branch } from "./tree";

/** Where the weights are, and how they get there. */
export function weightsBranch(weights: WeightsPlan, revision: string | undefined): Branch {
  const { storage } = weights;
  const at = revision === undefined ? "" : ` at revision ${revision}`;
  const how = {
    shared: `fetched once${at}`,
    "per-replica": `fetched by each engine pod${at}, once`,
    ephemeral: `fetched at each start${at}`,
    streamed:
      storage.kind === "s3" ? `streamed from s3://${storage.bucket}/${storage.prefix} at each start` : "streamed",
  };
  const text = weights.fetch || weights.kind === "streamed" ? how[weights.kind] : "already there";
  const parts = [text + classText(weights.storageClass), ...speed(weights), ...fate(weights)];
  return { label: "weights", kind: place(weights), count: "", lines: [{ text: parts.join(", "), long: "wrap" }] };
}

/** `90 GiB EBS`, `existing claim` */
function place({ storage, sizeGiB, accessMode, existingClaim }: WeightsPlan): string {
  const size = sizeGiB === null ? "" : `${sizeGiB} GiB `;
  switch (storage.kind) {
    case "efs":
      return storage.existing ? "existing EFS" : `EFS, ${storage.throughputMode}`;
    case "fsx-lustre":
      return storage.existing ? "existing FSx for Lustre" : `${size}FSx for Lustre`;
    case "ebs":
      return `${size}EBS`;
    case "s3":
      return "S3";
    case "nvme":
      return `${size}NVMe of the node`;
    default:
      return existingClaim ? "existing claim" : `${size}${accessMode ?? "on the pod's disk"}`;
  }
}

/** What AWS' storage gives each engine; other storage is as fast as its owner says. */
function speed({ storage }: WeightsPlan): string[] {
  const own = storage.kind === "claim" || storage.kind === "storage-class" || storage.kind === "ephemeral";
  return own || storage.throughputMiBps === null ? [] : [`${storage.throughputMiBps} MiB/s to each engine`];
}

const fate = ({ storage }: WeightsPlan): string[] =>
  "deletion" in storage && storage.deletion === "retain" && !("existing" in storage && storage.existing)
    ? ["stays when the service goes"]
    : [];

/** `, storage class fast`, where one is named. */
export function classText(storageClass: string | undefined): string {
  return storageClass === undefined ? "" : `, storage class ${storageClass}`;
}
