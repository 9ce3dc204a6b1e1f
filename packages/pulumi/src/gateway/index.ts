export type { ExposureArgs, GatewayArgs } from "./args";
export * from "./gateway";
export * from "./haproxy";
export type { GatewayOverrides } from "./pod";
