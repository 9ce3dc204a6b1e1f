import * as ec2 from "@pulumi/aws/ec2";
import * as vpc from "@pulumi/aws/vpc";
import type * as pulumi from "@pulumi/pulumi";

/** A range of TCP ports. */
export interface Ports {
  from: number;
  to: number;
}

/** Who reaches a file system. */
export interface FileSystemAccess {
  vpcId: pulumi.Input<string>;
  /** Security group of the nodes. */
  nodes: pulumi.Input<string>;
  ports: Ports[];
  /** The file system's servers talk to each other, and to the nodes of their own accord. @default false */
  mutual?: boolean;
  tags?: Record<string, pulumi.Input<string>>;
}

/** A security group of a file system that lets only the nodes in. */
export function fileSystemGroup(
  name: string,
  { vpcId, nodes, ports, mutual = false, tags }: FileSystemAccess,
  opts: pulumi.CustomResourceOptions,
): ec2.SecurityGroup {
  const rules = ports.map(({ from, to }) => ({
    protocol: "tcp",
    fromPort: from,
    toPort: to,
    securityGroups: [nodes],
    ...(mutual && { self: true }),
  }));
  return new ec2.SecurityGroup(
    `${name}-nodes`,
    {
      vpcId,
      description: `Nodes that mount ${name}`,
      ingress: rules,
      egress: mutual ? rules : [],
      tags: { Name: `${name}-nodes`, ...tags },
    },
    opts,
  );
}

/** Lets a file system's servers reach the nodes. */
export function nodesLetIn(
  name: string,
  { nodes, ports, tags }: FileSystemAccess,
  fileSystem: ec2.SecurityGroup,
  opts: pulumi.CustomResourceOptions,
): vpc.SecurityGroupIngressRule[] {
  return ports.map(
    ({ from, to }) =>
      new vpc.SecurityGroupIngressRule(
        `${name}-nodes-${from}`,
        {
          securityGroupId: nodes,
          referencedSecurityGroupId: fileSystem.id,
          ipProtocol: "tcp",
          fromPort: from,
          toPort: to,
          description: `Servers of ${name}`,
          tags,
        },
        opts,
      ),
  );
}
