/** Pulumi components that deploy Sonar. What stands here is public; everything else may change. */
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
export { InvalidArgsError } from "./args";
export {
  ModelCache,
  type ModelCacheArgs,
  type ModelCacheOptions,
  type SecretReference,
  type TokenReference,
} from "./caches";
export { type EngineOverrides, EnginePool, type EnginePoolArgs } from "./engine";
export {
  type ExposureArgs,
  Gateway,
  type GatewayArgs,
  type GatewayInputs,
  type GatewayOverrides,
} from "./gateway";
export { ApiKeys, type ApiKeysArgs, type KeyReferences } from "./keys";
export {
  type ClusterCommonArgs,
  ExistingNodes,
  type ExistingNodesArgs,
  type KubernetesArgs,
  kubernetes,
  type Platform,
  type PlatformCache,
  type PlatformSecrets,
  type PodPlacement,
  type PoolNodes,
  type ProvidedStorage,
  type SecretArnReference,
  type StorageNeed,
} from "./platform";
export { ReplicatedService, type ReplicatedServiceArgs, type ServiceArgs } from "./services";
