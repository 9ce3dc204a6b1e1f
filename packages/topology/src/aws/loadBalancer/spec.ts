/** Plain part of a load balancer's arguments. */
export interface LoadBalancerSpec {
  /** - `alb`: owned by Pulumi. - `alb-ingress`, `nlb`: made by the AWS Load Balancer Controller. */
  kind: "alb" | "alb-ingress" | "nlb";
  /** @default true */
  internal?: boolean;
  /** The load balancer's subnets, with their zones where those are stated; absent when they are known only later. */
  subnets?: { zone?: string }[];
  /** The subnets are those of the platform, where messages then point. @default false */
  commonSubnets?: boolean;
  /** Zones that are stated of the cluster's other subnets: they tell the region. @default [] */
  clusterZones?: string[];
  /** The cluster's region. @default read from zones */
  region?: string;
  /** ARN of the certificate, where it is known. */
  certificateArn?: string;
  /** ARN of the web ACL, where it is known. */
  webAclArn?: string;
  /** Service to which the host leads already, where a host is given. */
  hostTakenBy?: string | undefined;
  /** NLB: it ends TLS itself, with a certificate whose ARN may be known only later. @default false */
  tls?: boolean;
  /** NLB: each zone's address reaches the pods of all zones. @default true */
  crossZone?: boolean;
}
