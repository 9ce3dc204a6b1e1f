import type { ListenerArgs, LoadBalancerArgs, TargetGroupArgs } from "@pulumi/aws/lb";
import type * as pulumi from "@pulumi/pulumi";
import { list, map, object, oneOf, text } from "@sonar-iac/topology";
import { z } from "zod";
import { input } from "../../args";
import type { SubnetIds } from "../nodeGroup";
import { subnetsSchema } from "../nodeGroup/names";

/** An Application Load Balancer in front of each gateway, with HTTPS alone. The cluster needs the AWS Load Balancer Controller, which registers the pods. */
export interface AlbArgs {
  kind: "alb";
  /** ACM certificate of the host. */
  certificateArn: pulumi.Input<string>;
  /** Host that clients call and the certificate is for; point its DNS record at the load balancer. @default the load balancer's own name, which no certificate of yours is for */
  host?: pulumi.Input<string>;
  /** - `internal`: reached from the VPC and what is joined to it. @default "internal" */
  scheme?: "internal" | "internet-facing";
  /** Subnets in two zones or more; public ones for `internet-facing`. @default the platform's */
  subnetIds?: SubnetIds;
  /** CIDRs that may connect. @default every address that can reach the load balancer */
  inboundCidrs?: pulumi.Input<string>[];
  /** @default "ELBSecurityPolicy-TLS13-1-2-Res-2021-06": TLS 1.3 and 1.2 with forward secrecy */
  sslPolicy?: pulumi.Input<string>;
  /** @default {} */
  tags?: Record<string, pulumi.Input<string>>;
  /** Last changes, merged over what the library makes. @default {} */
  overrides?: {
    loadBalancer?: Partial<LoadBalancerArgs>;
    targetGroup?: Partial<TargetGroupArgs>;
    listener?: Partial<ListenerArgs>;
  };
}

const fields = map(z.unknown()).optional();

export const loadBalancerSchema = object({
  kind: oneOf(["alb"]),
  certificateArn: input(text("Give the ARN of an ACM certificate.")),
  host: input(text('Give the host name, for example "qwen.example.com".')).optional(),
  scheme: oneOf(["internal", "internet-facing"]).optional(),
  subnetIds: subnetsSchema.optional(),
  inboundCidrs: list(input(text("Give a CIDR, for example 10.0.0.0/8.")))
    .min(1, "name at least one.")
    .optional(),
  sslPolicy: input(text("Name a security policy of Elastic Load Balancing.")).optional(),
  tags: map(input(z.string({ error: "must be text: tags are strings." }))).optional(),
  overrides: object({ loadBalancer: fields, targetGroup: fields, listener: fields }).optional(),
});
