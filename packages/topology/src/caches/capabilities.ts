import type { Problem, StorageCapabilities } from "../plan";

/** CSI drivers whose volumes are known, with the throughput that holds whatever else is chosen. Sources: the drivers' and AWS' documentation. */
const drivers: Record<string, StorageCapabilities> = {
  // the base rate of gp3
  "ebs.csi.aws.com": { readWriteMany: false, rename: true, locks: true, throughputMiBps: 125 },
  // what one client reads in any mode but bursting
  "efs.csi.aws.com": { readWriteMany: true, rename: true, locks: true, throughputMiBps: 500 },
  "fsx.csi.aws.com": { readWriteMany: true, rename: true, locks: true, throughputMiBps: null },
  // Mountpoint for Amazon S3
  "s3.csi.aws.com": { readWriteMany: true, rename: false, locks: false, throughputMiBps: null },
};

/** What volumes of a driver can do; an unknown driver's, and those of no stated driver, are file systems of many nodes. */
export const capabilitiesOf = (driver: string | undefined): StorageCapabilities =>
  drivers[driver ?? ""] ?? { readWriteMany: true, rename: true, locks: true, throughputMiBps: null };

/** What the volumes are called in messages. */
const nameOf = (driver: string | undefined) =>
  driver === "s3.csi.aws.com" ? "Mountpoint for Amazon S3" : `the driver ${driver}`;

/** Why a volume cannot be a cache that programs write: they rename files when they are whole, and lock them. */
export function unfit(use: string, driver: string | undefined): string | undefined {
  const { rename, locks } = capabilitiesOf(driver);
  if (rename && locks) return undefined;
  const lacks = [...(rename ? [] : ["rename"]), ...(locks ? [] : ["lock or link"])].join(", ");
  return `${nameOf(driver)} cannot ${lacks} files, and ${use} needs that.`;
}

/** A volume of one node that is said to be for many. */
export function accessProblem(driver: string | undefined, accessMode: string, path: string): Problem[] {
  if (capabilitiesOf(driver).readWriteMany || accessMode === "ReadWriteOnce") return [];
  return [
    {
      path: `${path}.accessMode`,
      value: accessMode,
      message: `a volume of ${nameOf(driver)} is mounted by one node. Use accessMode: "ReadWriteOnce", or a volume of EFS or FSx for Lustre.`,
    },
  ];
}
