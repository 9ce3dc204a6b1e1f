import * as ec2 from "@pulumi/aws/ec2";
import * as iam from "@pulumi/aws/iam";
import type * as pulumi from "@pulumi/pulumi";
import type { GpuGroupArgs } from "./args";

/** What a node must be allowed: to join, to give pods addresses, to pull images. */
const nodePolicies = {
  worker: "arn:aws:iam::aws:policy/AmazonEKSWorkerNodePolicy",
  cni: "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy",
  ecr: "arn:aws:iam::aws:policy/AmazonEC2ContainerRegistryPullOnly",
};

/** The role of the nodes, and what must outlast the group: without its policies a node cannot leave cleanly. */
export function nodeRole(
  name: string,
  { policies = nodePolicies, tags }: GpuGroupArgs,
  opts: pulumi.CustomResourceOptions,
) {
  const role = new iam.Role(
    `${name}-role`,
    {
      assumeRolePolicy: JSON.stringify({
        Version: "2012-10-17",
        Statement: [{ Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: "ec2.amazonaws.com" } }],
      }),
      tags,
    },
    opts,
  );
  const attachments = Object.entries(policies).map(
    ([policy, policyArn]) =>
      new iam.RolePolicyAttachment(`${name}-policy-${policy}`, { role: role.name, policyArn }, opts),
  );
  return { arn: role.arn, attachments };
}

/** A group whose members reach each other with all protocols, which EFA asks for in both directions: "everywhere" does not do. */
export function efaSecurityGroup(
  name: string,
  vpcId: pulumi.Input<string>,
  tags: GpuGroupArgs["tags"],
  opts: pulumi.CustomResourceOptions,
) {
  const itself = [{ self: true, protocol: "-1", fromPort: 0, toPort: 0, description: "EFA between the nodes" }];
  return new ec2.SecurityGroup(
    `${name}-efa`,
    {
      vpcId,
      description: `EFA between the nodes of ${name}`,
      ingress: itself,
      egress: itself,
      tags: { Name: `${name}-efa`, ...tags },
    },
    opts,
  );
}
