/** The AWS entry: GPU nodes on EKS. Nothing else of the library loads it, or @pulumi/aws. */
export type { ClusterArgs } from "./cluster";
export { type EksArgs, eks } from "./eks";
export type { GroupArgs, OwnGroupArgs, PoolRole } from "./groups";
export type {
  AlbArgs,
  AlbIngressArgs,
  IngressOverrides,
  LoadBalancerArgs,
  NlbArgs,
  ServiceOverrides,
} from "./loadBalancer";
export {
  type CapacityArgs,
  type GpuGroupArgs,
  GpuNodeGroup,
  type GpuNodeGroupArgs,
  type GroupOverrides,
  type SubnetArgs,
  type SubnetIds,
} from "./nodeGroup";
export { DevicePlugins, type DevicePluginsArgs } from "./plugins";
export { ExternalSecretsIdentity, type ExternalSecretsIdentityArgs, type SecretsArgs } from "./secrets";
export {
  type AwsCacheArgs,
  type EbsArgs,
  EbsClass,
  type EfsArgs,
  EfsVolume,
  type EfsVolumeArgs,
  type LustreArgs,
  LustreVolume,
  type LustreVolumeArgs,
  type RepositoryArgs,
  S3Access,
  type S3AccessArgs,
  type S3Args,
} from "./storage";
