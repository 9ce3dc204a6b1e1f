export * from "./alb";
export { type AlbArgs, loadBalancerSchema } from "./args";
