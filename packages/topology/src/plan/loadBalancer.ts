/** What stands in front of the gateway. */
export type LoadBalancerPlan = AlbPlan | NlbPlan;

interface CommonPlan {
  /** Whether only the VPC, and what is joined to it, reaches it. */
  internal: boolean;
  /** A connection on which nothing is sent for so long is closed. */
  idleSeconds: number;
  /** How long requests to a gateway pod that leaves may go on. */
  deregistrationSeconds: number;
  /** Port of the gateway's pods, and what is spoken there. */
  backend: { port: number; protocol: "HTTP" | "HTTPS" };
  health: { port: number; path: string; intervalSeconds: number; timeoutSeconds: number; threshold: number };
}

/** An Application Load Balancer, with HTTPS alone. */
export interface AlbPlan extends CommonPlan {
  /** - `alb`: Pulumi makes it. - `alb-ingress`: the AWS Load Balancer Controller makes it of an Ingress. */
  kind: "alb" | "alb-ingress";
}

/** A Network Load Balancer, which the AWS Load Balancer Controller makes of a Service. */
export interface NlbPlan extends CommonPlan {
  kind: "nlb";
  /** Where clients connect: TLS ends here, or what they send passes on as it is. */
  listener: { port: number; protocol: "TCP" | "TLS" };
  /** Whether connections to a pod that has left are closed after {@link deregistrationSeconds}; else they last until they end. */
  connectionTermination: boolean;
  /** Whether each zone's address reaches the pods of all zones. */
  crossZone: boolean;
}
