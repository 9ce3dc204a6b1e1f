import { findInstance, type InstanceType } from "../hardware";
import { Explanations, type NodeGroupPlan } from "../plan";
import { groupOf, type NodeGroupsSpec, type PlatformSpec } from "./groups";
import { planNodeGroup } from "./nodeGroup";

/** What storage must know of the nodes that engines run on. */
export interface NodeSituation {
  /** null: not known. */
  instance: InstanceType | null;
  /** What becomes of the instance's own disks; null: not known. */
  localStorage: NodeGroupPlan["localStorage"] | null;
  /** Elastic Fabric Adapters of each node; null: not known. */
  efaInterfaces: number | null;
  /** Availability zones of the nodes, each once; null where that of a subnet is not stated. */
  zones: string[] | null;
  /** Those of all the platform's nodes. */
  platformZones: string[] | null;
}

/** What is known of a role's nodes without their problems, which are told where the groups are planned. */
export function nodeSituation({ nodes, nodeGroups }: PlatformSpec, role: string): NodeSituation {
  if (nodeGroups === undefined) {
    const instance = nodes.instanceType === undefined ? undefined : findInstance(nodes.instanceType);
    return { instance: instance ?? null, localStorage: null, efaInterfaces: null, zones: null, platformZones: null };
  }
  const { group } = groupOf(nodeGroups, role);
  const plan = group && planNodeGroup(group.spec, undefined, { why: new Explanations(), problems: [], warnings: [] });
  return {
    instance: (plan && findInstance(plan.instanceType)) ?? null,
    localStorage: plan?.localStorage ?? null,
    efaInterfaces: plan?.efaInterfaces ?? null,
    zones: zonesOf(group?.spec.subnets),
    platformZones: zonesOf(allSubnets(nodeGroups)),
  };
}

/** What holds for the nodes of several roles; null where they differ. */
export function commonSituation([first, ...rest]: [NodeSituation, ...NodeSituation[]]): NodeSituation {
  return rest.reduce(
    (common, next) => ({
      instance: common.instance?.type === next.instance?.type ? common.instance : null,
      localStorage: [common, next].some(({ localStorage }) => localStorage === "none")
        ? "none"
        : common.localStorage && next.localStorage,
      efaInterfaces:
        common.efaInterfaces === null || next.efaInterfaces === null
          ? null
          : Math.min(common.efaInterfaces, next.efaInterfaces),
      zones: common.zones && next.zones && [...new Set([...common.zones, ...next.zones])].sort(),
      platformZones: common.platformZones,
    }),
    first,
  );
}

/** Subnets of all groups; undefined where a list is known only later. */
function allSubnets({ nodes, pools = {} }: NodeGroupsSpec): { zone?: string }[] | undefined {
  const lists = [nodes, ...Object.values(pools)].flatMap((group) => (group ? [group.spec.subnets] : []));
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** The zones of subnets, each once; null where one is not stated. */
export function zonesOf(subnets: { zone?: string }[] | undefined): string[] | null {
  if (!Array.isArray(subnets) || subnets.length === 0) return null;
  const zones = subnets.map(({ zone }) => zone);
  return zones.every((zone) => zone !== undefined) ? [...new Set(zones)].sort() : null;
}
