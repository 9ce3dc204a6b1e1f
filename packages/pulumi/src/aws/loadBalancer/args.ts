import type { ListenerArgs, LoadBalancerArgs as LoadBalancerResourceArgs, TargetGroupArgs } from "@pulumi/aws/lb";
import type { types } from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { SubnetIds } from "../nodeGroup";

/** What stands in front of each gateway. Every kind needs the AWS Load Balancer Controller in the cluster. */
export type LoadBalancerArgs = AlbArgs | AlbIngressArgs | NlbArgs;

interface CommonArgs {
  /** - `internal`: reached from the VPC and what is joined to it. @default "internal" */
  scheme?: "internal" | "internet-facing";
  /** CIDRs that may connect. @default every address that can reach the load balancer */
  inboundCidrs?: pulumi.Input<string>[];
  /** @default "ELBSecurityPolicy-TLS13-1-2-Res-2021-06": TLS 1.3 and 1.2 with forward secrecy */
  sslPolicy?: pulumi.Input<string>;
  /** The cluster's region, with which a preview compares those of ARNs. @default read from the subnets' zones, where those are stated */
  region?: string;
}

/** An Application Load Balancer that Pulumi owns, with HTTPS alone; the controller only registers the pods. */
export interface AlbArgs extends CommonArgs {
  kind: "alb";
  /** ACM certificate of the host, in the load balancer's region. */
  certificateArn: pulumi.Input<string>;
  /** Host that clients call and the certificate is for; point its DNS record at the load balancer. It leads to one service. @default the load balancer's own name, which no certificate of yours is for */
  host?: pulumi.Input<string>;
  /** Subnets in two zones or more; public ones for `internet-facing`. @default the platform's */
  subnetIds?: SubnetIds;
  /** Regional web ACL of AWS WAF. It looks at the beginning of a body only, 8 KiB unless the ACL says more. @default none */
  webAclArn?: pulumi.Input<string>;
  /** Where every request is logged; the bucket's policy must let Elastic Load Balancing write. @default nowhere */
  accessLogs?: {
    bucket: pulumi.Input<string>;
    /** @default the bucket's root */
    prefix?: pulumi.Input<string>;
  };
  /** @default {} */
  tags?: Record<string, pulumi.Input<string>>;
  /** Last changes, merged over what the library makes. @default {} */
  overrides?: {
    loadBalancer?: Partial<LoadBalancerResourceArgs>;
    targetGroup?: Partial<TargetGroupArgs>;
    listener?: Partial<ListenerArgs>;
  };
}

/** An Application Load Balancer that the controller makes of an Ingress, with HTTPS alone. Several services may share it. */
export interface AlbIngressArgs extends CommonArgs {
  kind: "alb-ingress";
  /** Host that clients call; point its DNS record at the load balancer. It leads to one service: others need a platform of their own. */
  host: pulumi.Input<string>;
  /** ACM certificate of the host, in the load balancer's region. @default the controller finds one for the host */
  certificateArn?: pulumi.Input<string>;
  /** Subnets in two zones or more. @default the controller finds them by their tags */
  subnetIds?: SubnetIds;
  /**
   * Ingresses of one group share one load balancer: its scheme, its subnets and its idle time, so that services need the same
   * `maxRequestSeconds`. The controller stops at the first contradiction, for the whole group. @default a load balancer for each service
   */
  group?: {
    name: string;
    /** Place among the group's rules, from -1000 to 1000. @default 0 */
    order?: number;
  };
  /** IngressClass of the controller. @default "alb" */
  className?: pulumi.Input<string>;
  /** Regional web ACL of AWS WAF. It looks at the beginning of a body only, 8 KiB unless the ACL says more. @default left as it is */
  webAclArn?: pulumi.Input<string>;
  /** Last changes, merged over what the library makes. @default {} */
  overrides?: { ingress?: IngressOverrides };
}

/** A Network Load Balancer that the controller makes of a Service. It passes connections on, so TLS may end at the gateway: `gateway.tlsSecretName`. */
export interface NlbArgs extends CommonArgs {
  kind: "nlb";
  /** Host that clients call; point its DNS record at the load balancer. It leads to one service. @default the load balancer's own name */
  host?: pulumi.Input<string>;
  /** ACM certificate, in the load balancer's region: TLS ends at the NLB, which then closes connections that are silent for 350 s. @default TLS is the gateway's */
  certificateArn?: pulumi.Input<string>;
  /** @default the controller finds them by their tags */
  subnetIds?: SubnetIds;
  /** Whether each zone's address reaches the pods of all zones; traffic between zones is paid for. @default true */
  crossZone?: boolean;
  /** Last changes, merged over what the library makes. @default {} */
  overrides?: { service?: ServiceOverrides };
}

/** Last changes to the Ingress. */
export interface IngressOverrides {
  metadata?: types.input.meta.v1.ObjectMeta;
  spec?: Partial<types.input.networking.v1.IngressSpec>;
}

/** Last changes to the Service. */
export interface ServiceOverrides {
  metadata?: types.input.meta.v1.ObjectMeta;
  spec?: types.input.core.v1.ServiceSpec;
}
