export type { AlbArgs, AlbIngressArgs, IngressOverrides, LoadBalancerArgs, NlbArgs, ServiceOverrides } from "./args";
export { putInFront } from "./front";
export { loadBalancerSchema } from "./schema";
export { loadBalancerSpec } from "./spec";
