import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { KVCacheSpec } from "@sonar-iac/topology";
import type { Platform } from "../platform";
import type { KVCacheBackendArgs } from "./backends";

/** Last changes to a pod of a cache, merged over what the library makes; a list replaces the library's list. */
export interface KVCachePodOverrides {
  pod?: Partial<k8s.types.input.core.v1.PodSpec>;
  container?: Partial<k8s.types.input.core.v1.Container>;
}

/** A cache of KV blocks beside engines. */
export interface ExternalKVCacheArgs extends Omit<KVCacheSpec, "backend"> {
  /** Where to run: that of the services that use it. */
  platform: Platform;
  /**
   * Image of the cache's own pods: with `mooncake_master` and `mooncake_client`, as the engine's may have them, for the backend `mooncake`, which needs one;
   * with Python 3 for the cleaning of `filesystem`. The others have no use for it. Another image ends Mooncake's master first and empties the store while it
   * is pulled: a small one of its own is there sooner than the engine's, and stays when that changes.
   *
   * @default docker.io/library/python:3.13-slim for the cleaning
   */
  image?: pulumi.Input<string>;
  backend: KVCacheBackendArgs;
  /** User and group id of the cache's pods: that of the engines, which write the files that are cleaned. @default 1000 */
  runAsUser?: number;
  /** Last changes to single children. @default {} */
  overrides?: {
    /** Mooncake's master. */
    master?: KVCachePodOverrides;
    /** Mooncake's store nodes. */
    stores?: KVCachePodOverrides;
    /** Valkey. */
    server?: KVCachePodOverrides;
    /** The cleaning of a claim. */
    cleaning?: KVCachePodOverrides;
  };
}
