import { routerConfigProblems } from "@sonar-iac/router";
import {
  check,
  type MultiNodePipelineSpec,
  type PDDisaggregationSpec,
  type Planned,
  type Problem,
  planMultiNode,
  planPDDisaggregation,
  planReplicatedService,
  type ReplicatedServiceSpec,
  type ServingPlan,
} from "@sonar-iac/topology";
import { InvalidArgsError, overridesOf } from "../args";
import { type GroupScheduling, groupSchedulingSchema } from "../engine";
import { type RoutedPlan, routerConfig } from "../router";
import { imageProblems, routerNames } from "../router/args";
import type { MultiNodePipelineArgs, PDDisaggregationArgs, ReplicatedServiceArgs } from "./args";
import { sideImageProblems } from "./sideImages";
import { splitArgs } from "./spec";

/** What a service of these arguments would run, or everything that is wrong; creates nothing. */
export function planReplicated(name: string, args: ReplicatedServiceArgs): Planned {
  const { spec, problems } = splitArgs(args, overridesOf("engine", "gateway"));
  return withProblems(planReplicatedService(name, spec as unknown as ReplicatedServiceSpec), problems);
}

/** What replicas of several nodes of these arguments would run, or everything that is wrong; creates nothing. */
export function planMultiNodePipeline(name: string, { scheduling, ...args }: MultiNodePipelineArgs): Planned {
  const { spec, problems } = splitArgs(args, overridesOf("engine", "gateway"));
  problems.push(...schedulingProblems(scheduling));
  return withProblems(planMultiNode(name, spec as unknown as MultiNodePipelineSpec), problems);
}

/** What prefill and decode apart of these arguments would run, or everything that is wrong; creates nothing. */
export function planPD(name: string, { router, scheduling, ...args }: PDDisaggregationArgs): Planned {
  const { image, ...plain } = typeof router === "object" ? router : {};
  const { spec, problems } = splitArgs(
    { ...args, ...(router !== undefined && { router: typeof router === "object" ? plain : router }) },
    overridesOf("prefill", "decode", "router", "gateway"),
  );
  problems.push(
    ...check(routerNames, image === undefined ? {} : { image }, "router").problems,
    ...imageProblems({ kind: plain.kind, image }),
    ...sideImageProblems(args.overrides),
    ...schedulingProblems(scheduling),
  );
  const planned = planPDDisaggregation(name, spec as unknown as PDDisaggregationSpec);
  // the namespace may be known only later
  if (planned.plan?.router?.kind === "sonar") problems.push(...configProblems(planned.plan as RoutedPlan));
  return withProblems(planned, problems);
}

const schedulingProblems = (scheduling: GroupScheduling | undefined) =>
  check(groupSchedulingSchema.optional(), scheduling, "scheduling").problems;

/** What the router would not start with, in its own words. */
const configProblems = (plan: RoutedPlan): Problem[] =>
  routerConfigProblems(routerConfig(plan, "default")).map((message) => ({ path: "router", message }));

function withProblems(planned: Planned, problems: Problem[]): Planned {
  if (problems.length === 0) return planned;
  return { plan: undefined, problems: [...problems, ...planned.problems] };
}

/** The plan, or an error that lists every problem. */
export function mustPlan(service: string, name: string, { plan, problems }: Planned): ServingPlan {
  if (!plan) throw new InvalidArgsError(service, name, problems);
  return plan;
}

/** The plan with a router, or an error that lists every problem. */
export const mustPlanRouted = (service: string, name: string, planned: Planned) =>
  mustPlan(service, name, planned) as RoutedPlan;
