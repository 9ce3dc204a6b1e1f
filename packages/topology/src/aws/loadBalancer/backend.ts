import type { GatewayPlan, LoadBalancerPlan } from "../../plan";

/** Where a load balancer sends requests, and what is spoken there. */
export const backendOf = ({ ports: { http, https } }: GatewayPlan): LoadBalancerPlan["backend"] =>
  https === null ? { port: http, protocol: "HTTP" } : { port: https, protocol: "HTTPS" };

/** How a load balancer asks the gateway's pods for their health: the plain port answers with TLS too. */
export const healthOf = ({ ports: { http } }: GatewayPlan): LoadBalancerPlan["health"] => ({
  port: http,
  path: "/health",
  intervalSeconds: 5,
  timeoutSeconds: 4,
  threshold: 2,
});
