import type * as pulumi from "@pulumi/pulumi";
import { findInstance, type NodeGroupPlan, type ServingPlan } from "@sonar-iac/topology";
import type { PodPlacement, PoolNodes } from "../platform";
import { type ClusterArgs, clusterIds } from "./cluster";
import type { GroupsArgs, PoolRole } from "./groups";
import { GpuNodeGroup } from "./nodeGroup";
import { efaSecurityGroup } from "./nodeGroup/access";

/** Makes the node groups of a service's plan, and says for each pool how its engines get onto their nodes. */
export function provisionGroups(
  name: string,
  plan: ServingPlan,
  groups: GroupsArgs & { cluster: ClusterArgs },
  after: pulumi.Resource[],
  opts: pulumi.ComponentResourceOptions,
): Record<string, PoolNodes> {
  const made = new Map<string, GpuNodeGroup>();
  const efa = sharedSecurityGroup(name, plan, groups, opts);
  for (const [key, planned] of Object.entries(plan.nodeGroups ?? {})) {
    const group = groups.pools?.[key as PoolRole] ?? groups.nodes;
    if (!group || group instanceof GpuNodeGroup) continue;
    const { cluster } = groups;
    const subnetIds = group.subnetIds ?? groups.subnetIds ?? [];
    const role = key === "nodes" ? "nodes" : `${key}-nodes`;
    const between = planned.efaInterfaces > 0 && group.efaSecurityGroupId === undefined && efa;
    const its = { ...group, cluster, subnetIds, ...(between && { efaSecurityGroupId: between }) };
    made.set(key, new GpuNodeGroup(`${name}-${role}`, its, opts, planned));
  }
  const nodes: Record<string, PoolNodes> = {};
  for (const [role, pool] of Object.entries(plan.pools)) {
    const given = groups.pools?.[role as PoolRole] ?? groups.nodes;
    const group = given instanceof GpuNodeGroup ? given : (made.get(role) ?? made.get("nodes"));
    if (!group) continue;
    if (given instanceof GpuNodeGroup) given.claims.set(`${name}/${role}`, pool.replicas * pool.gpusPerEngine);
    const placement = placementOn(group.nodeGroupName, group.plan);
    nodes[role] = {
      placement: { ...placement, devices: adapters(group.plan, pool.ranks[0]?.gpus ?? pool.gpusPerEngine) },
      after: [group, ...after],
    };
  }
  return nodes;
}

/** One security group, or the one that was given, for the adapters of all nodes whose engines exchange KV caches. */
function sharedSecurityGroup(
  name: string,
  plan: ServingPlan,
  { cluster, nodes, pools = {} }: GroupsArgs & { cluster: ClusterArgs },
  opts: pulumi.ComponentResourceOptions,
): pulumi.Input<string> | undefined {
  const apart = Object.entries(plan.nodeGroups ?? {}).filter(([, { efaInterfaces }]) => efaInterfaces > 0);
  if (plan.transfer === undefined || apart.length < 2) return undefined;
  const groups = apart.map(([role]) => pools[role as PoolRole] ?? nodes);
  const given = groups.flatMap((group) => (group instanceof GpuNodeGroup ? [] : (group?.efaSecurityGroupId ?? [])));
  if (given.length > 0) return given[0];
  // the cluster's security group need not be known here
  const { vpcId } = clusterIds({ ...cluster, securityGroupId: cluster.securityGroupId ?? "" }, opts);
  return efaSecurityGroup(name, vpcId, undefined, opts).id;
}

/** The share of a node's Elastic Fabric Adapters that goes with GPUs; the plugin gives out whole ones, each to one pod. */
function adapters({ instanceType, efaInterfaces }: NodeGroupPlan, gpus: number): Record<string, number> {
  const all = findInstance(instanceType)?.gpuCount ?? gpus;
  const share = Math.floor((efaInterfaces * gpus) / all);
  return share > 0 ? { "vpc.amazonaws.com/efa": share } : {};
}

/** By the name of the group, which EKS labels its nodes with: engines move to a new group before the old one goes. */
const placementOn = (nodeGroupName: pulumi.Output<string>, { taints }: NodeGroupPlan): PodPlacement => ({
  nodeSelector: { "eks.amazonaws.com/nodegroup": nodeGroupName },
  tolerations: taints.map(({ key, effect }) => ({ key, operator: "Exists", effect })),
});
