import type { GroupSpec, NodeGroupsSpec, Problem } from "@sonar-iac/topology";
import { check } from "@sonar-iac/topology";
import type { ClusterArgs } from "./cluster";
import { type GpuGroupArgs, GpuNodeGroup, type SubnetIds } from "./nodeGroup";
import { subnetsSchema } from "./nodeGroup/names";
import { splitGroup } from "./nodeGroup/split";
import { idOf } from "./nodeGroup/subnets";

/** Roles that a pool may have. */
export const poolRoles = ["serve", "prefill", "decode"] as const;
export type PoolRole = (typeof poolRoles)[number];

/** Nodes that a service makes for itself: a node group, in subnets of its own where it has any. */
export interface OwnGroupArgs extends GpuGroupArgs {
  /** @default the platform's subnets */
  subnetIds?: SubnetIds;
}

/** A node group that a service makes, or one that several share. */
export type GroupArgs = OwnGroupArgs | GpuNodeGroup;

/** Node groups by pool. */
export interface GroupsArgs {
  subnetIds?: SubnetIds;
  nodes?: GroupArgs;
  pools?: Partial<Record<PoolRole, GroupArgs>>;
}

/** Every group that was given, with its path. */
function entries({ nodes, pools = {} }: GroupsArgs): [path: string, group: GroupArgs][] {
  const given: [string, unknown][] = [
    ["nodes", nodes],
    ...poolRoles.map((role): [string, unknown] => [`pools.${role}`, pools?.[role]]),
  ];
  return given.filter((entry): entry is [string, GroupArgs] => typeof entry[1] === "object" && entry[1] !== null);
}

/** What is wrong with the names in the groups. Their numbers are checked with the service that uses them. */
export function groupProblems(args: GroupsArgs & { cluster: ClusterArgs }): Problem[] {
  const problems: Problem[] = [];
  if (args.nodes === undefined && Object.keys(args.pools ?? {}).length === 0) {
    problems.push({
      path: "nodes",
      message: 'is missing. Describe the GPU nodes, for example { instanceType: "g6e.12xlarge" }.',
    });
  }
  const without: string[] = [];
  for (const [path, group] of entries(args)) {
    if (group instanceof GpuNodeGroup) {
      const [its, ours] = [group.args.cluster.name, args.cluster?.name];
      if (typeof its === "string" && typeof ours === "string" && its !== ours) {
        problems.push({
          path,
          message: `is a group of the cluster "${its}", not of "${ours}". Give a group of this cluster.`,
        });
      }
      continue;
    }
    const { subnetIds, ...rest } = group;
    if (subnetIds !== undefined) problems.push(...check(subnetsSchema, subnetIds, `${path}.subnetIds`).problems);
    else if (args.subnetIds === undefined) without.push(path);
    splitGroup(rest, [], problems, path);
  }
  if (without.length > 0) {
    const message = `is missing, and ${without.join(" and ")} has none of its own. Give private subnets.`;
    problems.push({ path: "subnetIds", message });
  }
  return problems;
}

/** The plain part of the groups, as they stand now. */
export function groupSpecs(args: GroupsArgs): NodeGroupsSpec {
  const spec = (group: GroupArgs): GroupSpec => {
    if (!(group instanceof GpuNodeGroup)) {
      const { subnetIds = args.subnetIds ?? [], ...rest } = group;
      return { spec: splitGroup(rest, subnetIds, []), commonSubnets: group.subnetIds === undefined };
    }
    const { cluster: _, subnetIds, ...rest } = group.args;
    const takenGpus = [...group.claims.values()].reduce((sum, gpus) => sum + gpus, 0);
    return { spec: splitGroup(rest, subnetIds, []), shared: true, takenGpus };
  };
  const { nodes, pools } = args;
  return {
    ...(nodes && { nodes: spec(nodes) }),
    ...(pools && { pools: Object.fromEntries(Object.entries(pools).map(([role, group]) => [role, spec(group)])) }),
  };
}

/** The subnets of all nodes, each once, as far as they are known one by one: where file systems are reached from. */
export function nodeSubnets(args: GroupsArgs): SubnetIds | undefined {
  const all = entries(args).map(([, group]) =>
    group instanceof GpuNodeGroup ? group.args.subnetIds : (group.subnetIds ?? args.subnetIds),
  );
  const late = all.find((subnets) => !Array.isArray(subnets));
  if (late !== undefined) return late;
  const known = new Map(
    all.flatMap((subnets) => (Array.isArray(subnets) ? subnets : [])).map((one) => [idOf(one), one]),
  );
  return known.size === 0 ? args.subnetIds : [...known.values()];
}
