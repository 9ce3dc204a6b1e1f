export type { ReplicatedServiceArgs, ServiceArgs } from "./args";
export * from "./replicatedService";
