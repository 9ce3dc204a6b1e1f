export type { AwsCacheArgs, EbsArgs, EfsArgs, LustreArgs, RepositoryArgs, S3Args } from "./args";
export { EbsClass } from "./ebs";
export { EfsVolume, type EfsVolumeArgs } from "./efs";
export { LustreVolume, type LustreVolumeArgs } from "./lustre";
export { S3Access, type S3AccessArgs } from "./s3";
