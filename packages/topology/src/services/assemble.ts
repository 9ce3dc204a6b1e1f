import { drainWarnings, planLoadBalancer, planNodeGroups } from "../aws";
import { engineVersion } from "../engine/version";
import { planKeys } from "../keys";
import type { Explanations, ServingPlan } from "../plan";
import type { PlanNotes } from "./planned";
import type { ServiceSpec } from "./spec";
import { totalsOf } from "./totals";

type Parts = Pick<
  ServingPlan,
  | "service"
  | "name"
  | "model"
  | "pools"
  | "gateway"
  | "router"
  | "transfer"
  | "kvCache"
  | "scaling"
  | "caches"
  | "timings"
>;

/** The longest request, from which every other time follows. */
export const maxRequestSecondsOf = ({ maxRequestSeconds }: ServiceSpec, why: Explanations) =>
  why.because(
    "timings.maxRequestSeconds",
    maxRequestSeconds ?? 600,
    maxRequestSeconds === undefined ? "ten minutes" : "as given",
    "maxRequestSeconds",
  );

/** The plan of a service whose engines, gateway and times are decided: what every service has beside. */
export function assemble(spec: ServiceSpec, parts: Parts, notes: PlanNotes): ServingPlan {
  const { why, problems, warnings } = notes;
  const { pools, gateway, router, timings } = parts;
  const loadBalancer = planLoadBalancer(spec.platform.loadBalancer, gateway, timings, notes);
  const keys = planKeys(spec.apiKeys, problems);
  const nodeGroups = spec.platform.nodeGroups && planNodeGroups(spec.platform.nodeGroups, pools, notes);
  warnings.push(...drainWarnings(nodeGroups ?? {}, timings));
  return {
    ...parts,
    engineVersion,
    ...(nodeGroups && { nodeGroups }),
    ...(loadBalancer && { loadBalancer }),
    keys,
    warmUp: spec.startup?.warmUp ?? true,
    totals: totalsOf(pools, gateway, why, nodeGroups, router),
    warnings,
    explanations: why.all,
  };
}
