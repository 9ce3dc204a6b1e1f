import * as ec2 from "@pulumi/aws/ec2";
import * as eks from "@pulumi/aws/eks";
import * as pulumi from "@pulumi/pulumi";
import type { NodeGroupPlan } from "@sonar-iac/topology";
import { override } from "../../args";
import { clusterIds } from "../cluster";
import { efaSecurityGroup, nodeRole } from "./access";
import type { GpuNodeGroupArgs } from "./args";
import { nodeGroupArgs } from "./group";
import { launchTemplateArgs } from "./launchTemplate";
import { planAlone } from "./plan";
import { subnetIdList } from "./subnets";

/**
 * GPU nodes of one instance type in an EKS cluster: a launch template with every network interface laid out, a managed node group, and
 * the role, security group and placement group that it needs. A service makes its own, unless it is given one that several share.
 *
 * A change of the instance type makes a new group, moves the engines, and then lets the old group go. From `min` to `max` the number of
 * nodes is set when the group is made, and is later an autoscaler's or yours. EKS is told it again with each change of the two: make those
 * with `pulumi up --refresh`, so that it is the number of the day.
 *
 * @example
 * ```ts
 * const h100 = new GpuNodeGroup("h100", {
 *   cluster: { name: "prod" },
 *   subnetIds: ["subnet-0123456789abcdef0"],
 *   instanceType: "p5.48xlarge",
 *   min: 2,
 *   max: 4,
 *   efa: true,
 *   capacity: { kind: "capacity-block", reservationId: "cr-0123456789abcdef0" },
 * });
 * const platform = eks({ cluster: { name: "prod" }, nodes: h100 });
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class GpuNodeGroup extends pulumi.ComponentResource {
  /** What is made, as plain data. */
  readonly plan: NodeGroupPlan;
  readonly launchTemplate: ec2.LaunchTemplate;
  readonly nodeGroup: eks.NodeGroup;
  /** Name of the managed node group, which is the value of the nodes' label `eks.amazonaws.com/nodegroup`. */
  readonly nodeGroupName: pulumi.Output<string>;
  /** What was given, for the services that use the group. @internal */
  readonly args: GpuNodeGroupArgs;
  /** GPUs that services use, by their names. @internal */
  readonly claims = new Map<string, number>();

  constructor(name: string, args: GpuNodeGroupArgs, opts?: pulumi.ComponentResourceOptions);
  /** @internal */
  constructor(name: string, args: GpuNodeGroupArgs, opts: pulumi.ComponentResourceOptions, planned: NodeGroupPlan);
  constructor(
    name: string,
    args: GpuNodeGroupArgs,
    opts?: pulumi.ComponentResourceOptions,
    plan = planAlone(name, args),
  ) {
    super("sonar:index:GpuNodeGroup", name, { plan }, opts);
    this.plan = plan;
    this.args = args;
    const below = { parent: this };
    const role = args.roleArn === undefined ? nodeRole(name, args, below) : undefined;
    this.launchTemplate = new ec2.LaunchTemplate(
      name,
      override(
        launchTemplateArgs(plan, args, {
          name,
          securityGroups: this.securityGroups(name, args),
          placementGroupName: this.placementGroup(name, args),
        }),
        args.overrides?.launchTemplate,
      ),
      // a new template is a new group, which stands before the old one goes
      { ...below, replaceOnChanges: ["instanceType"] },
    );
    this.nodeGroup = new eks.NodeGroup(
      name,
      override(
        nodeGroupArgs(plan, args, {
          name,
          roleArn: args.roleArn ?? (role as NonNullable<typeof role>).arn,
          subnetIds: subnetIdList(name, args.subnetIds, plan),
          launchTemplate: {
            id: this.launchTemplate.id,
            version: this.launchTemplate.latestVersion.apply((version) => String(version)),
          },
        }),
        args.overrides?.nodeGroup,
      ),
      {
        ...below,
        dependsOn: role?.attachments ?? [],
        ignoreChanges: plan.keepsSize ? ["scalingConfig.desiredSize"] : [],
        // nodes are replaced one after the other, and each may drain for a quarter of an hour
        customTimeouts: { create: "60m", update: `${60 + 30 * plan.scaling.max}m`, delete: "60m" },
      },
    );
    this.nodeGroupName = this.nodeGroup.nodeGroupName;
    this.registerOutputs({ nodeGroupName: this.nodeGroupName });
  }

  /** EKS leaves the cluster's own security group to whoever names any. */
  private securityGroups(name: string, args: GpuNodeGroupArgs): pulumi.Input<string>[] {
    const { cluster, efaSecurityGroupId, securityGroupIds = [] } = args;
    const efa = this.plan.efaInterfaces > 0;
    if (this.plan.networkInterfaces.length === 0 && securityGroupIds.length === 0) return [];
    const makes = efa && efaSecurityGroupId === undefined;
    // the VPC is only asked for where a group is made in it
    const ids = clusterIds(makes ? cluster : { ...cluster, vpcId: cluster.vpcId ?? "" }, { parent: this });
    const own = makes ? efaSecurityGroup(name, ids.vpcId, args.tags, { parent: this }).id : efaSecurityGroupId;
    return [ids.securityGroupId, ...(own === undefined ? [] : [own]), ...securityGroupIds];
  }

  private placementGroup(name: string, { placementGroup, tags }: GpuNodeGroupArgs): pulumi.Input<string> | undefined {
    if (typeof placementGroup === "object") return placementGroup.name;
    if (this.plan.placementGroup !== "own") return undefined;
    return new ec2.PlacementGroup(`${name}-placement`, { strategy: "cluster", tags }, { parent: this }).name;
  }
}
