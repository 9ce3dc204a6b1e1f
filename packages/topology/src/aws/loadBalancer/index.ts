export { planLoadBalancer } from "./plan";
export type { LoadBalancerSpec } from "./spec";
