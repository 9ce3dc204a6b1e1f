import * as aws from "@pulumi/aws";
import type { Given } from "../../scenario/given";
import type { Case } from "./cases";

const type = {
  template: "aws:ec2/launchTemplate:LaunchTemplate",
  group: "aws:eks/nodeGroup:NodeGroup",
  identity: "aws:eks/podIdentityAssociation:PodIdentityAssociation",
};

/** Launch templates, node groups and identities that EC2 and EKS refuse. */
export const nodeCases = ({ clusterName, subnetIds }: Given): Case[] => {
  const template = (args: aws.ec2.LaunchTemplateArgs) => (name: string) => new aws.ec2.LaunchTemplate(name, args);
  const group = (args: Partial<aws.eks.NodeGroupArgs>) => (name: string) =>
    new aws.eks.NodeGroup(name, {
      clusterName,
      nodeRoleArn: "arn:aws:iam::123456789012:role/given",
      subnetIds,
      scalingConfig: { minSize: 1, maxSize: 2, desiredSize: 1 },
      ...args,
    });
  const disk = (ebs: object) => template({ blockDeviceMappings: [{ deviceName: "/dev/xvda", ebs }] });
  return [
    {
      name: "interface-type",
      type: type.template,
      make: template({ networkInterfaces: [{ deviceIndex: 0, interfaceType: "efa_only" }] }),
      by: "rule",
      says: 'networkInterfaces[0].interfaceType: "efa_only" is none of interface, efa, efa-only',
    },
    {
      name: "efa-only-first",
      type: type.template,
      make: template({ networkInterfaces: [{ deviceIndex: 0, interfaceType: "efa-only" }] }),
      by: "rule",
      says: "the primary interface cannot be efa-only",
    },
    {
      name: "volume-type",
      type: type.template,
      make: disk({ volumeType: "gp4", volumeSize: 100 }),
      by: "model",
      says: 'Ebs.VolumeType: "gp4" is none of',
    },
    {
      name: "throughput",
      type: type.template,
      make: disk({ volumeType: "gp3", volumeSize: 100, throughput: 1000 }),
      by: "rule",
      says: "1000 MiB/s needs 4000 IOPS",
    },
    {
      name: "market",
      type: type.template,
      make: template({ instanceMarketOptions: { marketType: "capacity_block" } }),
      by: "model",
      says: 'MarketType: "capacity_block" is none of',
    },
    {
      name: "instance-type",
      type: type.template,
      make: template({ instanceType: "p5.47xlarge" }),
      by: "model",
      says: 'InstanceType: "p5.47xlarge" is none of',
    },
    {
      name: "unknown-group",
      type: type.template,
      make: template({ vpcSecurityGroupIds: ["sg-0123456789abcdef0"] }),
      by: "reference",
      says: "there is no aws:ec2/securityGroup:SecurityGroup sg-0123456789abcdef0",
    },
    {
      name: "disk-size",
      type: type.group,
      make: group({ diskSize: "large" as unknown as number }),
      by: "botocore",
      says: "Invalid type for parameter diskSize",
    },
    {
      name: "capacity-type",
      type: type.group,
      make: group({ capacityType: "ONDEMAND" }),
      by: "model",
      says: 'capacityType: "ONDEMAND" is none of ON_DEMAND, SPOT, CAPACITY_BLOCK',
    },
    {
      name: "block-without-template",
      type: type.group,
      make: group({ capacityType: "CAPACITY_BLOCK" }),
      by: "rule",
      says: "CAPACITY_BLOCK needs a launch template",
    },
    {
      name: "taint-effect",
      type: type.group,
      make: group({ taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }] }),
      by: "model",
      says: 'taints[0].effect: "NoSchedule" is none of NO_SCHEDULE',
    },
    {
      name: "desired",
      type: type.group,
      make: group({ scalingConfig: { minSize: 1, maxSize: 2, desiredSize: 3 } }),
      by: "rule",
      says: "desiredSize 3 is outside 1 to 2",
    },
    {
      name: "no-role",
      type: type.identity,
      make: (name) =>
        new aws.eks.PodIdentityAssociation(name, {
          clusterName,
          namespace: "llm",
          serviceAccount: "a",
          roleArn: "given",
        }),
      by: "rule",
      says: 'roleArn: "given" is no role\'s ARN',
    },
    {
      name: "identity-tags",
      type: type.identity,
      make: (name) =>
        new aws.eks.PodIdentityAssociation(name, {
          clusterName,
          namespace: "llm",
          serviceAccount: "a",
          roleArn: "arn:aws:iam::123456789012:role/given",
          tags: { ["k".repeat(129)]: "v" },
        }),
      by: "model",
      says: "129 characters is outside 1 to 128",
    },
  ];
};
