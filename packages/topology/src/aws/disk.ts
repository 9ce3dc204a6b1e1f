import type { DiskPlan, Explanations, Problem } from "../plan";
import { isBottlerocket } from "./amiType";
import type { DiskArgs } from "./args";

/** The volume that holds images and ephemeral volumes, within the ratios of gp3. Source: EBS' limits of gp3 volumes. */
export function planDisk(disk: DiskArgs, amiType: string, why: Explanations, problems: Problem[]): DiskPlan {
  const sizeGiB = disk.sizeGiB ?? 200;
  const throughputMiBps = disk.throughputMiBps ?? 500;
  const least = Math.max(3000, Math.ceil(throughputMiBps * 4));
  const iops = why.because(
    "disk.iops",
    disk.iops ?? least,
    disk.iops !== undefined ? "as given" : `4 for each of ${throughputMiBps} MiB/s, at least 3000`,
    "disk.iops",
  );
  if (iops < least) {
    problems.push({
      path: "disk.iops",
      value: iops,
      message: `${iops} operations per second are too few for ${throughputMiBps} MiB/s: a gp3 volume needs ${least}. Raise iops, or lower throughputMiBps.`,
    });
  }
  if (iops > 3000 && iops > sizeGiB * 500) {
    problems.push({
      path: "disk.sizeGiB",
      value: sizeGiB,
      message: `${sizeGiB} GiB are too few for ${iops} operations per second: gp3 has at most 500 for each GiB. Use ${Math.ceil(iops / 500)} GiB.`,
    });
  }
  return { deviceName: isBottlerocket(amiType) ? "/dev/xvdb" : "/dev/xvda", sizeGiB, iops, throughputMiBps };
}
