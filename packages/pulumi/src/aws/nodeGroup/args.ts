import type { LaunchTemplateArgs } from "@pulumi/aws/ec2";
import type { NodeGroupArgs } from "@pulumi/aws/eks";
import type * as pulumi from "@pulumi/pulumi";
import type { NodeGroupSpec } from "@sonar-iac/topology";
import type { ClusterArgs } from "../cluster";

/** How EC2 provides the nodes. */
export type CapacityArgs =
  /** Whatever EC2 has, at the list price. */
  | { kind: "on-demand" }
  /** Spare capacity at a varying price; a node may go with two minutes' notice. */
  | { kind: "spot" }
  /** A Capacity Block for ML: bought ahead for some days, in one zone. EKS empties the group 40 minutes before it ends. */
  | { kind: "capacity-block" /** Id of the block's reservation: "cr-…". */; reservationId: pulumi.Input<string> }
  /** An On-Demand Capacity Reservation, or a resource group of several. */
  | { kind: "reservation"; reservationId: pulumi.Input<string> }
  | { kind: "reservation"; resourceGroupArn: pulumi.Input<string> };

/** A subnet whose zone is stated, so that it can be checked in a preview. */
export interface SubnetArgs {
  id: pulumi.Input<string>;
  /** For example "us-east-1a". */
  availabilityZone: string;
}

/** Subnets, one by one or as a list that is known later. */
export type SubnetIds = (pulumi.Input<string> | SubnetArgs)[] | pulumi.Output<string[]> | Promise<string[]>;

/** GPU nodes of one instance type. What the group makes for itself can be given instead. */
export interface GpuGroupArgs extends Omit<NodeGroupSpec, "subnets" | "capacity" | "customAmi" | "placementGroup"> {
  /** How EC2 provides the nodes. @default on demand */
  capacity?: CapacityArgs;
  /** Nodes close to each other: a new cluster placement group, or one that exists. @default with EFA, unless the capacity is reserved */
  placementGroup?: boolean | { name: pulumi.Input<string> };
  /** An image of your own; its user data (plain text) must set cluster, labels and taints, since EKS adds nothing. @default an AMI of EKS */
  customAmi?: { id: pulumi.Input<string>; userData: pulumi.Input<string> };
  /** Kubernetes version of the nodes. @default the cluster's */
  version?: pulumi.Input<string>;
  /** Version of the AMI. @default the latest when the group is made or its template changes */
  releaseVersion?: pulumi.Input<string>;
  /** Role of the nodes. @default a new one */
  roleArn?: pulumi.Input<string>;
  /** ARNs of the new role's policies, by names of your choice. @default those of a worker node, of the VPC CNI, and of pulling from ECR, in the partition "aws" */
  policies?: Record<string, pulumi.Input<string>>;
  /** Security group of EFA; it must let itself in and out with all protocols. @default a new one */
  efaSecurityGroupId?: pulumi.Input<string>;
  /** Further security groups of the nodes. @default [] */
  securityGroupIds?: pulumi.Input<string>[];
  /** Key for the volumes; EC2 Auto Scaling's service role must be allowed to use it. @default the account's key for EBS */
  kmsKeyArn?: pulumi.Input<string>;
  /** Tags of everything that is made, nodes and volumes included. @default {} */
  tags?: Record<string, pulumi.Input<string>>;
  /** Last changes, merged over what the library makes. @default {} */
  overrides?: GroupOverrides;
}

/** Last changes to the two resources that make nodes. */
export interface GroupOverrides {
  launchTemplate?: Partial<LaunchTemplateArgs>;
  nodeGroup?: Partial<NodeGroupArgs>;
}

/** Arguments of {@link GpuNodeGroup}. */
export interface GpuNodeGroupArgs extends GpuGroupArgs {
  cluster: ClusterArgs;
  /** Private subnets of the nodes; one zone with EFA, a placement group or a Capacity Block. */
  subnetIds: SubnetIds;
}
