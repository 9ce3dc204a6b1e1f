export type { MultiNodePipelineArgs, PDDisaggregationArgs, ReplicatedServiceArgs, ServiceArgs } from "./args";
export * from "./multiNodePipeline";
export * from "./pdDisaggregation";
export * from "./replicatedService";
