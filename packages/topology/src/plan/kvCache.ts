import type { Explanation } from "./explain";
import type { KVCacheBackendPlan, KVCacheKind } from "./kvCacheBackend";
import type { PoolPlan } from "./pool";
import type { Problem } from "./problem";

/** A cache of KV blocks beside engines, as plain data: its servers, whose entries it holds, and what it is worth. */
export interface KVCachePlan {
  component: "ExternalKVCache";
  /** The logical name; every resource's name starts with it. */
  name: string;
  /** Engine release whose connectors it is planned for. */
  engineVersion: string;
  identity: KVCacheIdentity;
  backend: KVCacheBackendPlan;
  estimate: KVCacheEstimate;
  /** What is allowed but may not be meant. */
  warnings: Problem[];
  /** Why each derived value is what it is. */
  explanations: Explanation[];
}

/** What entries are made of: engines that differ in any of it never share one. */
export interface KVCacheIdentity {
  /** The fields in 8 hexadecimal digits. It begins every key, folder or object of the cache. */
  id: string;
  model: { source: string; revision?: string };
  /** `--dtype`; null: the engine's choice. */
  dtype: string | null;
  /** `--kv-cache-dtype`; null: the engine's choice. */
  kvCacheDtype: string | null;
  /** `--block-size` in tokens; null: the engine's choice. */
  blockSize: number | null;
  /** Every field in words, the engine's version with them. */
  fields: Record<string, string>;
}

/** What an entry weighs and whether a hit pays. Numbers are null where what they need is not stated; `missing` says what that is. */
export interface KVCacheEstimate {
  /** KV cache of one token over all GPUs of an engine. */
  bytesPerToken: number | null;
  /** Tokens that the whole cache holds; null, too, where it grows with the number of engines. */
  capacityTokens: number | null;
  /** A prompt of so many tokens, loaded over the network or computed. */
  hit: KVCacheHit | null;
  /** Arguments that would give the numbers above. */
  missing: string[];
}

export interface KVCacheHit {
  tokens: number;
  networkSeconds: number;
  prefillSeconds: number;
  /** Whether loading is quicker than computing. */
  pays: boolean;
}

/** What a service's engines have of a cache. */
export interface KVCacheUsePlan {
  /** Name of the cache. */
  cache: string;
  kind: KVCacheKind;
  /** That of the cache's identity. */
  id: string;
  /** The engine's name of the connector. */
  connector: "MooncakeStoreConnector" | "OffloadingConnector" | "LMCacheConnectorV1";
  /** By role, as in `ServingPlan.pools`; never decode, which is sent what it needs. */
  pools: Partial<Record<PoolPlan["role"], KVCachePodPlan>>;
  estimate: KVCacheEstimate;
}

/** What each engine pod of a pool has of a cache. Its words stand in the pool's command line and its memory in the pool's resources already. */
export interface KVCachePodPlan {
  /** What begins every key of these engines' entries: the cache's id, and what of their options changes entries beside. */
  namespace: string;
  /** What becomes of a request whose blocks do not arrive from the cache. Beside a transfer the engine has one policy for both. */
  loadFailure: "fail" | "recompute";
  /** Memory of the pod beside the engine's own, in GiB. */
  memoryGiB: number;
  /** How much of that lies in /dev/shm. */
  sharedMemoryGiB: number;
  /** Whether the pod needs the node's adapters: entries travel by RDMA. */
  adapters: boolean;
  /** Plain environment; part of `RankPlan.env` already. */
  env: Record<string, string>;
  /** Files to mount, read-only. Their words in placeholders (`kvCacheMaster`) are put in by the components. */
  files: KVCacheFile[];
  /** Where the cache's claim is mounted, to be written; null without one. */
  claimMountPath: string | null;
}

export interface KVCacheFile {
  path: string;
  content: string;
}
