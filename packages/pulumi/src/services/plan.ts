import { type Planned, planReplicatedService, type ReplicatedServiceSpec, type ServingPlan } from "@sonar-iac/topology";
import { InvalidArgsError } from "../args";
import type { ReplicatedServiceArgs } from "./args";
import { splitArgs } from "./spec";

/** What a service of these arguments would run, or everything that is wrong; creates nothing. */
export function planReplicated(name: string, args: ReplicatedServiceArgs): Planned {
  const { spec, problems } = splitArgs(args);
  const planned = planReplicatedService(name, spec as unknown as ReplicatedServiceSpec);
  if (problems.length === 0) return planned;
  return { plan: undefined, problems: [...problems, ...planned.problems] };
}

/** The plan, or an error that lists every problem. */
export function mustPlan(service: string, name: string, { plan, problems }: Planned): ServingPlan {
  if (!plan) throw new InvalidArgsError(service, name, problems);
  return plan;
}
