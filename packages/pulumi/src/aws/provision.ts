import type * as pulumi from "@pulumi/pulumi";
import type { NodeGroupPlan, ServingPlan } from "@sonar-iac/topology";
import type { PodPlacement, PoolNodes } from "../platform";
import type { ClusterArgs } from "./cluster";
import type { GroupsArgs, PoolRole } from "./groups";
import { GpuNodeGroup } from "./nodeGroup";

/** Makes the node groups of a service's plan, and says for each pool how its engines get onto their nodes. */
export function provisionGroups(
  name: string,
  plan: ServingPlan,
  groups: GroupsArgs & { cluster: ClusterArgs },
  after: pulumi.Resource[],
  opts: pulumi.ComponentResourceOptions,
): Record<string, PoolNodes> {
  const made = new Map<string, GpuNodeGroup>();
  for (const [key, planned] of Object.entries(plan.nodeGroups ?? {})) {
    const group = groups.pools?.[key as PoolRole] ?? groups.nodes;
    if (!group || group instanceof GpuNodeGroup) continue;
    const { cluster } = groups;
    const subnetIds = group.subnetIds ?? groups.subnetIds ?? [];
    const role = key === "nodes" ? "nodes" : `${key}-nodes`;
    made.set(key, new GpuNodeGroup(`${name}-${role}`, { ...group, cluster, subnetIds }, opts, planned));
  }
  const nodes: Record<string, PoolNodes> = {};
  for (const [role, pool] of Object.entries(plan.pools)) {
    const given = groups.pools?.[role as PoolRole] ?? groups.nodes;
    const group = given instanceof GpuNodeGroup ? given : (made.get(role) ?? made.get("nodes"));
    if (!group) continue;
    if (given instanceof GpuNodeGroup) given.claims.set(`${name}/${role}`, pool.replicas * pool.gpusPerEngine);
    nodes[role] = { placement: placementOn(group.nodeGroupName, group.plan), after: [group, ...after] };
  }
  return nodes;
}

/** By the name of the group, which EKS labels its nodes with: engines move to a new group before the old one goes. */
const placementOn = (nodeGroupName: pulumi.Output<string>, { taints }: NodeGroupPlan): PodPlacement => ({
  nodeSelector: { "eks.amazonaws.com/nodegroup": nodeGroupName },
  tolerations: taints.map(({ key, effect }) => ({ key, operator: "Exists", effect })),
});
