/** An Application Load Balancer in front of the gateway. */
export interface AlbPlan {
  kind: "alb";
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
