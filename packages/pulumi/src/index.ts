/** Pulumi components that deploy Sonar. What stands here is public; everything else may change. */
export type {
  AccessMode,
  AdmissionArgs,
  CompileCacheSpec as CompileCacheArgs,
  CpuCacheSpec as CpuCacheArgs,
  EngineArgs,
  KVCacheEngineArgs,
  KVCacheModelArgs,
  KVCachePlan,
  KVLoadFailure,
  LoadBalancingArgs,
  ModelArgs,
  NetworkArgs,
  NodesArgs,
  ParallelismArgs,
  PoolSpec as PoolArgs,
  ScalingSignal,
  ServingPlan,
  StartupArgs,
  TransferArgs,
} from "@sonar-iac/topology";
export { InvalidArgsError } from "./args";
export {
  ModelCache,
  type ModelCacheArgs,
  type ModelCacheOptions,
  type SecretReference,
  type TokenReference,
} from "./caches";
export {
  type EngineOverrides,
  EnginePool,
  type EnginePoolArgs,
  type GroupScheduling,
  type KVCacheAttachment,
} from "./engine";
export {
  type ExposureArgs,
  Gateway,
  type GatewayArgs,
  type GatewayInputs,
  type GatewayOverrides,
} from "./gateway";
export { ApiKeys, type ApiKeysArgs, type KeyReferences } from "./keys";
export {
  type BucketAccess,
  ExternalKVCache,
  type ExternalKVCacheArgs,
  type FilesystemCacheArgs,
  type KVCacheBackendArgs,
  type KVCachePodOverrides,
  type LMCacheArgs,
  type LMCacheServerArgs,
  type MooncakeArgs,
  type ObjectStoreCacheArgs,
} from "./kvCache";
export {
  type BucketNeed,
  type ClusterCommonArgs,
  ExistingNodes,
  type ExistingNodesArgs,
  type GrantedAccess,
  type KubernetesArgs,
  kubernetes,
  type Platform,
  type PlatformCache,
  type PlatformKVCache,
  type PlatformSecrets,
  type PodPlacement,
  type PoolNodes,
  type ProvidedStorage,
  type SecretArnReference,
  type StorageNeed,
} from "./platform";
export { type RoutedPlan, Router, type RouterArgs, type RouterInputs, type RouterOverrides } from "./router";
export {
  MultiNodePipeline,
  type MultiNodePipelineArgs,
  PDDisaggregation,
  type PDDisaggregationArgs,
  ReplicatedService,
  type ReplicatedServiceArgs,
  type ServiceArgs,
} from "./services";
