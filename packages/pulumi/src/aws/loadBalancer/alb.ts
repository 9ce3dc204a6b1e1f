import * as ec2 from "@pulumi/aws/ec2";
import * as lb from "@pulumi/aws/lb";
import * as wafv2 from "@pulumi/aws/wafv2";
import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { AlbPlan } from "@sonar-iac/topology";
import { override } from "../../args";
import { type ClusterArgs, clusterIds } from "../cluster";
import type { SubnetIds } from "../nodeGroup";
import { subnetIdsOf } from "../nodeGroup/subnets";
import type { AlbArgs } from "./args";
import { bindingArgs } from "./binding";
import { defaultSslPolicy } from "./policy";

/** What an ALB is made of. */
export interface AlbInputs {
  plan: AlbPlan;
  alb: AlbArgs;
  cluster: ClusterArgs;
  subnetIds: SubnetIds;
  /** The gateway's Service, whose pods become targets. */
  service: k8s.core.v1.Service;
}

/**
 * A load balancer that Pulumi owns, with its listener and target group; the controller in the cluster only registers the pods. So nothing
 * is left behind when the stack goes. Made by the platform for each gateway.
 */
export class Alb extends pulumi.ComponentResource {
  /** Base URL of the OpenAI-compatible API. */
  readonly url: pulumi.Output<string>;
  readonly loadBalancer: lb.LoadBalancer;
  readonly targetGroup: lb.TargetGroup;

  constructor(name: string, inputs: AlbInputs, opts?: pulumi.ComponentResourceOptions) {
    super("sonar:index:Alb", name, {}, opts);
    const { plan, alb, cluster, service } = inputs;
    const below = { parent: this };
    // only the VPC is of use here
    const { vpcId } = clusterIds({ ...cluster, securityGroupId: cluster.securityGroupId ?? "" }, below);
    const tags = { Name: name, ...alb.tags };
    const securityGroup = albSecurityGroup(name, inputs, vpcId, below);
    this.loadBalancer = new lb.LoadBalancer(
      name,
      override<lb.LoadBalancerArgs>(
        {
          // a name may have 32 characters, and a prefix 6
          namePrefix: "sonar-",
          loadBalancerType: "application",
          internal: plan.internal,
          subnets: subnetIdsOf(inputs.subnetIds),
          securityGroups: [securityGroup.id],
          idleTimeout: plan.idleSeconds,
          dropInvalidHeaderFields: true,
          ...(alb.accessLogs && { accessLogs: { ...alb.accessLogs, enabled: true } }),
          tags,
        },
        alb.overrides?.loadBalancer,
      ),
      below,
    );
    if (alb.webAclArn !== undefined) {
      new wafv2.WebAclAssociation(
        name,
        { resourceArn: this.loadBalancer.arn, webAclArn: alb.webAclArn },
        // AWS takes one off by the load balancer alone: removed later, an old one would take the new one with it
        { ...below, deleteBeforeReplace: true },
      );
    }
    this.targetGroup = new lb.TargetGroup(
      name,
      override(targetGroupArgs(plan, vpcId, tags), alb.overrides?.targetGroup),
      below,
    );
    const listener = new lb.Listener(
      name,
      override<lb.ListenerArgs>(
        {
          loadBalancerArn: this.loadBalancer.arn,
          // no listener for plain HTTP: a redirect would have clients send their keys in clear first, every time
          port: 443,
          protocol: "HTTPS",
          certificateArn: alb.certificateArn,
          sslPolicy: alb.sslPolicy ?? defaultSslPolicy,
          defaultActions: [{ type: "forward", targetGroupArn: this.targetGroup.arn }],
          tags: alb.tags,
        },
        alb.overrides?.listener,
      ),
      below,
    );
    new k8s.apiextensions.CustomResource(
      `${name}-binding`,
      bindingArgs(plan, service, this.targetGroup.arn, securityGroup.id),
      // its target group is fixed; without a name of its own a new one stands beside the old one
      { ...below, dependsOn: [listener], replaceOnChanges: ["spec.targetGroupARN"] },
    );
    this.url = pulumi.interpolate`https://${alb.host ?? this.loadBalancer.dnsName}/v1`;
    this.registerOutputs({ url: this.url });
  }
}

function targetGroupArgs(
  { backend, health, deregistrationSeconds }: AlbPlan,
  vpcId: pulumi.Input<string>,
  tags: AlbArgs["tags"],
): lb.TargetGroupArgs {
  return {
    namePrefix: "sonar-",
    targetType: "ip",
    vpcId,
    port: backend.port,
    protocol: backend.protocol,
    // by requests, not by turns: one may take minutes
    loadBalancingAlgorithmType: "least_outstanding_requests",
    deregistrationDelay: deregistrationSeconds,
    healthCheck: {
      path: health.path,
      port: String(health.port),
      protocol: "HTTP",
      interval: health.intervalSeconds,
      timeout: health.timeoutSeconds,
      healthyThreshold: health.threshold,
      unhealthyThreshold: health.threshold,
      matcher: "200",
    },
    tags,
  };
}

/** Clients reach the listener, and the load balancer reaches the pods' two ports. */
function albSecurityGroup(
  name: string,
  { plan, alb }: AlbInputs,
  vpcId: pulumi.Input<string>,
  opts: pulumi.CustomResourceOptions,
) {
  const anywhere = ["0.0.0.0/0"];
  const ports = [...new Set([plan.backend.port, plan.health.port])];
  return new ec2.SecurityGroup(
    name,
    {
      vpcId,
      description: `Clients of ${name}`,
      ingress: [{ protocol: "tcp", fromPort: 443, toPort: 443, cidrBlocks: alb.inboundCidrs ?? anywhere }],
      egress: ports.map((port) => ({ protocol: "tcp", fromPort: port, toPort: port, cidrBlocks: anywhere })),
      tags: { Name: name, ...alb.tags },
    },
    opts,
  );
}
