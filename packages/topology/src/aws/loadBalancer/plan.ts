import type { GatewayPlan, LoadBalancerPlan } from "../../plan";
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
  notes.problems.push(...subnetProblems(spec), ...regionProblems(spec));
  const { kind, internal = true } = spec;
  return kind === "nlb" ? planNlb(spec, gateway, clock, notes) : planAlb({ kind, internal }, gateway, clock, notes);
}
