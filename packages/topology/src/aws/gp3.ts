import type { Explanations, Problem } from "../plan";

/** A gp3 volume of EBS. */
export interface Gp3Spec {
  sizeGiB: number;
  iops?: number;
  throughputMiBps: number;
}

/** Operations per second of a gp3 volume, within its ratios. Source: EBS' limits of gp3 volumes. */
export function planGp3(
  { sizeGiB, iops: given, throughputMiBps }: Gp3Spec,
  why: Explanations,
  problems: Problem[],
  at = "",
): number {
  const least = Math.max(3000, Math.ceil(throughputMiBps * 4));
  const iops = why.because(
    `${at}iops`,
    given ?? least,
    given !== undefined ? "as given" : `4 for each of ${throughputMiBps} MiB/s, at least 3000`,
    `${at}iops`,
  );
  if (iops < least) {
    problems.push({
      path: `${at}iops`,
      value: iops,
      message: `${iops} operations per second are too few for ${throughputMiBps} MiB/s: a gp3 volume needs ${least}. Raise iops, or lower throughputMiBps.`,
    });
  }
  if (iops > 3000 && iops > sizeGiB * 500) {
    problems.push({
      path: `${at}sizeGiB`,
      value: sizeGiB,
      message: `${sizeGiB} GiB are too few for ${iops} operations per second: gp3 has at most 500 for each GiB. Use ${Math.ceil(iops / 500)} GiB.`,
    });
  }
  return iops;
}

/** What a gp3 volume may have. Source: EBS API, 2026. */
export const gp3Limits = { iops: { min: 3000, max: 80_000 }, throughputMiBps: { min: 125, max: 2000 } } as const;
