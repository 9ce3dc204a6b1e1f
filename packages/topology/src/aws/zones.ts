import type { NodeGroupPlan, Problem } from "../plan";

/** What ties the nodes of a group to one availability zone. */
export interface Ties extends Pick<NodeGroupPlan, "capacity" | "placementGroup"> {
  efa: boolean;
  /** Engines span several nodes. @default false */
  spans?: boolean;
}

function because({ efa, capacity, placementGroup, spans }: Ties): string | undefined {
  if (efa) return "adapters talk only";
  if (capacity === "capacity-block") return "a Capacity Block lies";
  if (spans) return "the nodes of one engine must lie";
  return placementGroup === "none" ? undefined : "a placement group lies";
}

/** Problems of subnets in several availability zones, where the nodes must be in one. */
export function zoneProblems(subnets: { zone?: string }[] | undefined, ties: Ties): Problem[] {
  const reason = because(ties);
  if (reason === undefined || subnets === undefined || subnets.length < 2) return [];
  const at = "subnetIds";
  const zones = [...new Set(subnets.flatMap(({ zone }) => zone ?? []))];
  if (zones.length > 1) {
    return [
      {
        path: at,
        message: `lie in ${zones.join(" and ")}, but ${reason} in one availability zone. Give the subnets of one zone, and a group for each other.`,
      },
    ];
  }
  if (subnets.every(({ zone }) => zone !== undefined)) return [];
  return [
    {
      path: at,
      message: `are ${subnets.length} subnets whose zones are not stated, but ${reason} in one availability zone. Give one subnet, or each with its zone: { id, availabilityZone }.`,
    },
  ];
}
