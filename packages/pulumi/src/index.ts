export { InvalidArgsError } from "./args";
export * from "./caches";
export * from "./engine";
export * from "./gateway";
export * from "./keys";
export * from "./platform";
export * from "./services";
export type {
  AccessMode,
  AdmissionArgs,
  CompileCacheSpec as CompileCacheArgs,
  EngineArgs,
  LoadBalancingArgs,
  ModelArgs,
  NodesArgs,
  ParallelismArgs,
  ServingPlan,
  StartupArgs,
} from "@sonar-iac/topology";
