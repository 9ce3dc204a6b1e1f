import type { Problem } from "../plan";

/** Problems of a group whose nodes must be in one availability zone; `because` says why. */
export function zoneProblems(subnets: { zone?: string }[] | undefined, because: string): Problem[] {
  if (subnets === undefined || subnets.length < 2) return [];
  const at = "subnetIds";
  const zones = [...new Set(subnets.flatMap(({ zone }) => zone ?? []))];
  if (zones.length > 1) {
    return [
      {
        path: at,
        message: `lie in ${zones.join(" and ")}, but ${because} in one availability zone. Give the subnets of one zone, and a group for each other.`,
      },
    ];
  }
  if (subnets.every(({ zone }) => zone !== undefined)) return [];
  return [
    {
      path: at,
      message: `are ${subnets.length} subnets whose zones are not stated, but ${because} in one availability zone. Give one subnet, or each with its zone: { id, availabilityZone }.`,
    },
  ];
}
