import type { LaunchTemplateArgs } from "@pulumi/aws/ec2";
import type * as pulumi from "@pulumi/pulumi";
import type { NodeGroupPlan } from "@sonar-iac/topology";
import type { CapacityArgs, GpuGroupArgs } from "./args";
import { userData } from "./userData";

/** What a template takes from other resources. */
export interface TemplateInputs {
  name: string;
  /** All security groups of the nodes; empty: EKS puts the cluster's own there. */
  securityGroups: pulumi.Input<string>[];
  placementGroupName?: pulumi.Input<string>;
}

/** The launch template: all that a node is, but for subnets and role, which EKS wants on the group. */
export function launchTemplateArgs(
  plan: NodeGroupPlan,
  args: GpuGroupArgs,
  { name, securityGroups, placementGroupName }: TemplateInputs,
): LaunchTemplateArgs {
  const { disk, networkInterfaces } = plan;
  const tags = { Name: name, ...args.tags };
  return {
    description: `Nodes of ${name}`,
    instanceType: plan.instanceType,
    ...(args.customAmi && { imageId: args.customAmi.id }),
    userData: userData(plan, args.customAmi),
    metadataOptions: {
      httpEndpoint: "enabled",
      httpTokens: "required",
      httpPutResponseHopLimit: plan.metadataHops,
    },
    blockDeviceMappings: [
      {
        deviceName: disk.deviceName,
        ebs: {
          volumeType: "gp3",
          volumeSize: disk.sizeGiB,
          iops: disk.iops,
          throughput: disk.throughputMiBps,
          encrypted: "true",
          kmsKeyId: args.kmsKeyArn,
          deleteOnTermination: "true",
        },
      },
    ],
    // EC2 takes security groups either here or on the interfaces
    ...(networkInterfaces.length > 0
      ? {
          networkInterfaces: networkInterfaces.map((one) => ({
            ...one,
            securityGroups,
            deleteOnTermination: "true",
          })),
        }
      : securityGroups.length > 0 && { vpcSecurityGroupIds: securityGroups }),
    ...(placementGroupName !== undefined && { placement: { groupName: placementGroupName } }),
    ...capacityFields(args.capacity),
    tagSpecifications: ["instance", "volume", "network-interface"].map((resourceType) => ({ resourceType, tags })),
    tags: args.tags,
  };
}

/** How the template asks for reserved capacity; the other kinds are said on the group. */
function capacityFields(capacity: CapacityArgs | undefined): Partial<LaunchTemplateArgs> {
  if (capacity?.kind !== "capacity-block" && capacity?.kind !== "reservation") return {};
  const capacityReservationTarget =
    "resourceGroupArn" in capacity
      ? { capacityReservationResourceGroupArn: capacity.resourceGroupArn }
      : { capacityReservationId: capacity.reservationId };
  return {
    capacityReservationSpecification: { capacityReservationTarget },
    ...(capacity.kind === "capacity-block" && { instanceMarketOptions: { marketType: "capacity-block" } }),
  };
}
