import type { GatewayPlan, LoadBalancerPlan, Problem } from "../../plan";
import type { Notes } from "../nodeGroup";
import { planAlb } from "./alb";
import type { Clock } from "./limits";
import { planNlb } from "./nlb";
import { regionProblems } from "./region";
import type { LoadBalancerSpec } from "./spec";
import { subnetProblems } from "./subnets";

/** What stands in front of the gateway, which is planned already; absent where the gateway is told otherwise. */
export function planLoadBalancer(
  spec: LoadBalancerSpec | undefined,
  gateway: GatewayPlan,
  clock: Clock,
  notes: Notes,
): LoadBalancerPlan | undefined {
  if (spec === undefined || gateway.exposure !== spec.kind) return undefined;
  notes.problems.push(...subnetProblems(spec), ...regionProblems(spec), ...hostProblems(spec));
  const { kind, internal = true } = spec;
  return kind === "nlb" ? planNlb(spec, gateway, clock, notes) : planAlb({ kind, internal }, gateway, clock, notes);
}

/** A host leads to one service: the second's requests would go to the first, which does not have its model. */
const hostProblems = ({ hostTakenBy }: LoadBalancerSpec): Problem[] =>
  hostTakenBy === undefined
    ? []
    : [
        {
          path: "platform.loadBalancer.host",
          message: `leads to the service "${hostTakenBy}" already. Give each service a platform with a host of its own, or say here how it is reached: gateway: { exposure: … }.`,
        },
      ];
