import type * as pulumi from "@pulumi/pulumi";
import type { PlatformCacheSpec, WeightsPlan } from "@sonar-iac/topology";
import type { ModelCacheArgs } from "../caches";

/** Where the weights of services live that do not say it themselves. */
export interface PlatformCache {
  /** What is plain of it. */
  readonly spec: PlatformCacheSpec;
  /** A cache that needs nothing but the cluster, as given. */
  readonly args?: ModelCacheArgs;
  /**
   * Makes the storage of a plan. Absent where the cluster has it.
   *
   * @param name whose storage it is
   * @param opts whose child the storage becomes
   */
  provision?(name: string, need: StorageNeed, opts: pulumi.ComponentResourceOptions): ProvidedStorage;
}

/** What storage is made for. */
export interface StorageNeed {
  weights: WeightsPlan;
  namespace: pulumi.Input<string>;
  /** Service accounts of the engines. */
  serviceAccounts: string[];
}

/** Storage that was made. */
export interface ProvidedStorage {
  /** The cache that pods see; absent where nothing is mounted. */
  cache?: ModelCacheArgs;
  /** Annotations that the engines' service accounts need. @default {} */
  accountAnnotations?: Record<string, pulumi.Input<string>>;
  /** What pods wait for that use the storage. */
  after: pulumi.Resource[];
}
