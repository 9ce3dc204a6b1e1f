import type { DiskPlan, Explanations, Problem } from "../plan";
import { isBottlerocket } from "./amiType";
import type { DiskArgs } from "./args";
import { planGp3 } from "./gp3";

/** The volume that holds images and ephemeral volumes, within the ratios of gp3. */
export function planDisk(disk: DiskArgs, amiType: string, why: Explanations, problems: Problem[]): DiskPlan {
  const sizeGiB = disk.sizeGiB ?? 200;
  const throughputMiBps = disk.throughputMiBps ?? 500;
  const iops = planGp3({ sizeGiB, iops: disk.iops, throughputMiBps }, why, problems, "disk.");
  return { deviceName: isBottlerocket(amiType) ? "/dev/xvdb" : "/dev/xvda", sizeGiB, iops, throughputMiBps };
}
