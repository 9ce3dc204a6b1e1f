import type { Problem } from "../../plan";
import type { LoadBalancerSpec } from "./spec";

/** An ALB stands in two availability zones or more; an NLB may stand in one. */
export function subnetProblems({ kind, subnets, commonSubnets }: LoadBalancerSpec): Problem[] {
  if (kind === "nlb" || subnets === undefined) return [];
  const zones = new Set(subnets.map(({ zone }) => zone));
  if (subnets.length >= 2 && (zones.has(undefined) || zones.size >= 2)) return [];
  const found = subnets.length < 2 ? String(subnets.length) : `those of ${[...zones][0]} only`;
  const whose = commonSubnets ? " from the platform" : "";
  return [
    {
      path: "platform.loadBalancer.subnetIds",
      message: `an ALB needs subnets in two availability zones or more, but has ${found}${whose}. Give it subnets of its own.`,
    },
  ];
}
