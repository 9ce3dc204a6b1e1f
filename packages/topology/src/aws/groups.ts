import type { PlatformCacheSpec } from "../caches";
import type { NodesArgs } from "../hardware";
import { type NodeFacts, nodeFacts } from "../hardware";
import { Explanations, type NodeGroupPlan, type PoolPlan, type Problem } from "../plan";
import type { NodeGroupSpec } from "./args";
import { isListPriced } from "./capacity";
import type { LoadBalancerSpec } from "./loadBalancer";
import { type Notes, planNodeGroup } from "./nodeGroup";
import { budgetProblems } from "./scaling";
import { adapterWarnings } from "./spanning";

/** A node group that pools use. */
export interface GroupSpec {
  spec: NodeGroupSpec;
  /** The group exists apart from the service, which then does not make it. @default false */
  shared?: boolean;
  /** The subnets are those of the platform, where messages then point. @default false */
  commonSubnets?: boolean;
  /** GPUs that other services have taken of it. @default 0 */
  takenGpus?: number;
}

/** The node groups of a platform: one for all pools, or one for each role that is named. */
export interface NodeGroupsSpec {
  nodes?: GroupSpec;
  pools?: Record<string, GroupSpec>;
}

/** Where a service runs: on nodes that exist, or on node groups. */
export interface PlatformSpec {
  nodes: NodesArgs;
  nodeGroups?: NodeGroupsSpec;
  /** What traffic comes through, unless the gateway is told otherwise. */
  loadBalancer?: LoadBalancerSpec;
  /** Where weights live, unless a service says otherwise. */
  modelCache?: PlatformCacheSpec;
}

/** What the nodes of a role are called, and where they stand in the arguments. */
export function groupOf(
  { nodes, pools }: NodeGroupsSpec,
  role: string,
): { key: string; path: string; group?: GroupSpec } {
  const own = pools?.[role];
  return own
    ? { key: role, path: `platform.pools.${role}`, group: own }
    : { key: "nodes", path: "platform.nodes", group: nodes };
}

/** Name of the node group that a role's engines run on, as in `ServingPlan.nodeGroups`. */
export const groupKey = (groups: NodeGroupsSpec, role: string) => groupOf(groups, role).key;

/** What is known of the nodes of a role. Problems of a node group are told by `planNodeGroups`, once. */
export function platformFacts(platform: PlatformSpec, role: string, why: Explanations, problems: Problem[]): NodeFacts {
  if (platform.nodeGroups === undefined) return nodeFacts(platform.nodes, why, problems);
  const { group } = groupOf(platform.nodeGroups, role);
  if (!group) return nodeFacts({}, why, problems);
  const plan = planNodeGroup(group.spec, undefined, { why: new Explanations(), problems: [], warnings: [] });
  const facts = nodeFacts(plan ? { instanceType: plan.instanceType } : {}, why, problems);
  return plan && isListPriced(plan.capacity) ? facts : { ...facts, usdPerHour: null };
}

/** The node groups that a service's pools run on, those that exist apart from it left out. */
export function planNodeGroups(
  groups: NodeGroupsSpec,
  pools: Record<string, PoolPlan>,
  notes: Notes,
): Record<string, NodeGroupPlan> {
  const plans: Record<string, NodeGroupPlan> = {};
  const places = new Map(Object.keys(pools).map((role) => [groupOf(groups, role).key, groupOf(groups, role)]));
  for (const { key, path, group } of places.values()) {
    if (!group) {
      notes.problems.push({ path, message: "is missing. Describe the nodes of every pool, or those of all: nodes." });
      continue;
    }
    const own = Object.entries(pools).filter(([role]) => groupOf(groups, role).key === key);
    const sum = (of: (pool: PoolPlan) => number) => own.reduce((total, [, pool]) => total + of(pool), 0);
    const need = { nodes: sum(({ nodes }) => nodes ?? 0), gpus: sum((pool) => pool.replicas * pool.gpusPerEngine) };
    const spans = own.map(([, pool]) => pool.group?.size ?? 1);
    // engines of several sizes share a group in whichever way they fit
    const nodesPerEngine = spans.every((size) => size === spans[0]) ? (spans[0] ?? 1) : 1;
    const spanning = Math.max(...spans);
    // a group that exists has its size already
    const planned = { ...notes, problems: [] as Problem[] };
    const place = { args: path, plan: `nodeGroups.${key}` };
    const plan = planNodeGroup(
      group.spec,
      group.shared ? undefined : { ...need, nodesPerEngine },
      planned,
      place,
      spanning,
    );
    if (plan) {
      planned.problems.push(...budgetProblems(need, group.takenGpus ?? 0, plan).map(at(path)));
      notes.warnings.push(...adapterWarnings(plan, spanning).map(at(path)));
    }
    notes.problems.push(
      ...planned.problems.map((problem) => (group.commonSubnets ? inPlatform(problem, path) : problem)),
    );
    if (!plan) continue;
    if (!group.shared) plans[key] = plan;
  }
  return plans;
}

const at = (base: string) => (problem: Problem) => ({ ...problem, path: `${base}.${problem.path}` });

const inPlatform = (problem: Problem, path: string) =>
  problem.path === `${path}.subnetIds` ? { ...problem, path: "platform.subnetIds" } : problem;
