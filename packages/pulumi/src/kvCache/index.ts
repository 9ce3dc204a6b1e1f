export type { ExternalKVCacheArgs, KVCachePodOverrides } from "./args";
export { attachProblems } from "./attach";
export type {
  BucketAccess,
  FilesystemCacheArgs,
  KVCacheBackendArgs,
  LMCacheArgs,
  LMCacheServerArgs,
  MooncakeArgs,
  ObjectStoreCacheArgs,
} from "./backends";
export { ExternalKVCache } from "./externalKVCache";
