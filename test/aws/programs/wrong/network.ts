import * as aws from "@pulumi/aws";
import type { Given } from "../../scenario/given";
import type { Case } from "./cases";

const trust = (service: string) => ({
  Version: "2012-10-17" as const,
  Statement: [{ Effect: "Allow" as const, Principal: { Service: service }, Action: "sts:AssumeRole" }],
});

/** Groups, rules, roles and load balancers that EC2, IAM and ELB refuse. */
export const networkCases = ({ vpcId, subnetIds, clusterSecurityGroupId, certificateArns }: Given): Case[] => {
  const rule = (args: object) => ({ securityGroupId: clusterSecurityGroupId, ipProtocol: "tcp", ...args });
  const targets = (args: aws.lb.TargetGroupArgs) => (name: string) =>
    new aws.lb.TargetGroup(name, { vpcId, targetType: "ip", port: 80, protocol: "HTTP", ...args });
  return [
    {
      name: "strategy",
      type: "aws:ec2/placementGroup:PlacementGroup",
      make: (name) => new aws.ec2.PlacementGroup(name, { strategy: "clustered" }),
      by: "model",
      says: 'Strategy: "clustered" is none of cluster, spread, partition',
    },
    {
      name: "group-tags",
      type: "aws:ec2/securityGroup:SecurityGroup",
      make: (name) => new aws.ec2.SecurityGroup(name, { vpcId, tags: { size: 1 as unknown as string } }),
      by: "botocore",
      says: "Invalid type for parameter TagSpecifications[0].Tags[0].Value",
    },
    {
      name: "no-source",
      type: "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
      make: (name) => new aws.vpc.SecurityGroupIngressRule(name, rule({ fromPort: 443, toPort: 443 })),
      by: "rule",
      says: "is needed, not 0",
    },
    {
      name: "port-type",
      type: "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule",
      make: (name) =>
        new aws.vpc.SecurityGroupEgressRule(name, rule({ cidrIpv4: "10.0.0.0/8", fromPort: "https", toPort: 443 })),
      by: "botocore",
      says: "Invalid type for parameter IpPermissions[0].FromPort",
    },
    {
      name: "session",
      type: "aws:iam/role:Role",
      make: (name) =>
        new aws.iam.Role(name, { assumeRolePolicy: trust("ec2.amazonaws.com"), maxSessionDuration: 100_000 }),
      by: "model",
      says: "MaxSessionDuration: 100000 is outside 3600 to 43200",
    },
    {
      name: "no-principal",
      type: "aws:iam/role:Role",
      make: (name) =>
        new aws.iam.Role(name, {
          assumeRolePolicy: JSON.stringify({ Statement: [{ Effect: "Allow", Action: "sts:AssumeRole" }] }),
        }),
      by: "rule",
      says: "assumeRolePolicy.Statement[0]: no Principal",
    },
    {
      name: "no-policy",
      type: "aws:iam/rolePolicyAttachment:RolePolicyAttachment",
      make: (name) =>
        new aws.iam.RolePolicyAttachment(name, {
          role: "given",
          policyArn: "arn:aws:iam::aws:policy/AmazonEKSWorkerNodesPolicy",
        }),
      by: "moto",
      says: "NoSuchEntity",
    },
    {
      name: "inline-name",
      type: "aws:iam/rolePolicy:RolePolicy",
      make: (name) =>
        new aws.iam.RolePolicy(name, {
          role: "given",
          name: "may read",
          policy: { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: "s3:GetObject", Resource: "*" }] },
        }),
      by: "model",
      says: 'PolicyName: "may read" does not match',
    },
    {
      name: "balancer-type",
      type: "aws:lb/loadBalancer:LoadBalancer",
      make: (name) => new aws.lb.LoadBalancer(name, { loadBalancerType: "http", subnets: subnetIds, idleTimeout: 60 }),
      by: "model",
      says: 'Type: "http" is none of application, network, gateway',
    },
    {
      name: "idle",
      type: "aws:lb/loadBalancer:LoadBalancer",
      make: (name) => new aws.lb.LoadBalancer(name, { subnets: subnetIds, idleTimeout: 4001 }),
      by: "rule",
      says: "idleTimeout: 4001 is outside 1 to 4000",
    },
    {
      name: "logs",
      type: "aws:lb/loadBalancer:LoadBalancer",
      make: (name) =>
        new aws.lb.LoadBalancer(name, { subnets: subnetIds, accessLogs: { bucket: "", prefix: "a", enabled: true } }),
      by: "rule",
      says: "accessLogs.bucket: is missing",
    },
    {
      name: "web-acl",
      type: "aws:wafv2/webAclAssociation:WebAclAssociation",
      make: (name) =>
        new aws.wafv2.WebAclAssociation(name, {
          resourceArn: "arn:aws:elasticloadbalancing:us-west-2:123456789012:loadbalancer/app/x/1",
          webAclArn: "arn:aws:wafv2:us-east-1:123456789012:global/webacl/x/1",
        }),
      by: "rule",
      says: "is not a regional web ACL",
    },
    {
      name: "health",
      type: "aws:lb/targetGroup:TargetGroup",
      make: targets({ healthCheck: { path: "/health", interval: 2, timeout: 1 } }),
      by: "model",
      says: "HealthCheckTimeoutSeconds: 1 is outside 2 to 120",
    },
    {
      name: "algorithm",
      type: "aws:lb/targetGroup:TargetGroup",
      make: targets({ loadBalancingAlgorithmType: "least_requests" }),
      by: "rule",
      says: '"least_requests" is none of round_robin, least_outstanding_requests',
    },
    {
      name: "listener-port",
      type: "aws:lb/listener:Listener",
      make: (name) =>
        new aws.lb.Listener(name, {
          loadBalancerArn: "given",
          port: 70_000,
          protocol: "HTTPS",
          certificateArn: certificateArns[0],
          defaultActions: [{ type: "fixed-response", fixedResponse: { contentType: "text/plain", statusCode: "404" } }],
        }),
      by: "model",
      says: "Port: 70000 is outside 1 to 65535",
    },
  ];
};
