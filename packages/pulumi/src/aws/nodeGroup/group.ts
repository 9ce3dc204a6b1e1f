import type { NodeGroupArgs } from "@pulumi/aws/eks";
import type * as pulumi from "@pulumi/pulumi";
import type { NodeGroupPlan, TaintPlan } from "@sonar-iac/topology";
import type { GpuNodeGroupArgs } from "./args";

const effects: Record<TaintPlan["effect"], string> = {
  NoSchedule: "NO_SCHEDULE",
  PreferNoSchedule: "PREFER_NO_SCHEDULE",
  NoExecute: "NO_EXECUTE",
};

const capacityTypes: Record<NodeGroupPlan["capacity"], string> = {
  "on-demand": "ON_DEMAND",
  spot: "SPOT",
  "capacity-block": "CAPACITY_BLOCK",
  // the launch template names the reservation
  reservation: "ON_DEMAND",
};

/** What the managed node group takes from other resources. */
export interface GroupInputs {
  name: string;
  roleArn: pulumi.Input<string>;
  subnetIds: pulumi.Input<string[]>;
  launchTemplate: { id: pulumi.Input<string>; version: pulumi.Input<string> };
}

/** The managed node group. It has a prefix for a name, so that a new one can stand beside the one that it replaces. */
export function nodeGroupArgs(
  plan: NodeGroupPlan,
  args: GpuNodeGroupArgs,
  { name, roleArn, subnetIds, launchTemplate }: GroupInputs,
): NodeGroupArgs {
  const { scaling, updates, taints } = plan;
  return {
    clusterName: args.cluster.name,
    // EKS allows 63 characters, of which the provider takes 26
    nodeGroupNamePrefix: `${name.slice(0, 36)}-`,
    nodeRoleArn: roleArn,
    subnetIds,
    // the image stands in the template when it is the user's own
    ...(plan.amiType !== "CUSTOM" && {
      amiType: plan.amiType,
      version: args.version,
      releaseVersion: args.releaseVersion,
    }),
    capacityType: capacityTypes[plan.capacity],
    scalingConfig: { minSize: scaling.min, maxSize: scaling.max, desiredSize: scaling.desired },
    launchTemplate,
    labels: plan.labels,
    taints: taints.map(({ key, value, effect }) => ({ key, value, effect: effects[effect] })),
    updateConfig: {
      ...(updates.percent
        ? { maxUnavailablePercentage: updates.maxUnavailable }
        : { maxUnavailable: updates.maxUnavailable }),
      updateStrategy: updates.strategy,
    },
    nodeRepairConfig: { enabled: plan.nodeRepair },
    tags: args.tags,
  };
}
