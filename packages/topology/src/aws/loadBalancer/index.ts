export { limits as loadBalancerLimits } from "./limits";
export { planLoadBalancer } from "./plan";
export type { LoadBalancerSpec } from "./spec";
