export type { CapacityArgs, GpuGroupArgs, GpuNodeGroupArgs, GroupOverrides, SubnetArgs, SubnetIds } from "./args";
export * from "./gpuNodeGroup";
