import type { EngineArgs } from "../engine/args";
import type { NodeFacts } from "../hardware";
import { layoutOf, type ParallelismArgs } from "../parallelism";
import type { Explanations, KVCachePlan, KVCachePodPlan, KVCacheUsePlan, ModelPlan, PoolPlan, Problem } from "../plan";
import { conflictProblems } from "./conflicts";
import { cacheConfig, connectorOf, loadFailure } from "./connector";
import { engineRules, engineWarnings } from "./engineRules";
import { namespaceOf } from "./namespace";
import { ownedWithCache } from "./owned";
import { cpuBytesOf, podOf } from "./pod";

/** Engines that are given a cache. */
export interface KVCacheUser {
  role: PoolPlan["role"];
  model: ModelPlan;
  engine: EngineArgs;
  parallelism: ParallelismArgs;
  /** Pods of one engine. */
  nodesPerReplica: number;
  node: NodeFacts;
  rdmaDevices: Record<string, number>;
  efaInterfaces: number | null;
  /** How KV caches go to decode beside: that of `transferSettings`. @default they do not */
  transfer?: Record<string, unknown>;
}

/** What engines with a cache are planned with. */
export interface KVCacheUse {
  /** `--kv-transfer-config`, the transfer beside included. */
  config: string;
  pod: KVCachePodPlan;
  owned: ReturnType<typeof ownedWithCache>;
}

interface Notes {
  why: Explanations;
  problems: Problem[];
  warnings: Problem[];
}

/**
 * Whether engines of a role have a cache at all. Decode is sent what prefill has computed or loaded; its connector would still ask the cache of each
 * request, and hold it until there is an answer. Nor can it save answers: of the first block that decode fills engine 0.24.1 dies.
 */
export const usesCache = (role: PoolPlan["role"]) => role !== "decode";

/** What the engines of one role have of a cache, and whether they fit it. */
export function planKVCacheUse(cache: KVCachePlan, user: KVCacheUser, { why, problems, warnings }: Notes): KVCacheUse {
  const { role, model, engine, parallelism, nodesPerReplica: nodes, node } = user;
  const layout = layoutOf(parallelism, nodes);
  const { backend, name, identity } = cache;
  problems.push(...conflictProblems(cache, model, engine), ...engineRules(cache, { ...user, layout }));
  warnings.push(...engineWarnings(cache, { ...user, layout }));
  const namespace = why.because(
    `kvCache.pools.${role}.namespace`,
    namespaceOf(cache, { engine, layout, node }),
    `the identity ${identity.id} of the cache "${name}", and a hash of what changes these engines' entries beside`,
    "kvCache",
  );
  why.because(
    `kvCache.pools.${role}.loadFailure`,
    loadFailure,
    "a cache may lose entries, and the engine can compute them",
    "kvCache",
  );
  const pod = podOf(backend, { namespace, loadFailure }, layout);
  why.because(
    `kvCache.pools.${role}.memoryGiB`,
    pod.memoryGiB,
    "what the cache takes of each engine pod, beside the engine's own",
    "kvCache",
  );
  return {
    config: cacheConfig({ backend, namespace, cpuBytes: cpuBytesOf(backend, layout), nodes, transfer: user.transfer }),
    pod,
    owned: ownedWithCache(backend.kind),
  };
}

/** The cache as the plan of a service has it. */
export function kvCachePlanOf(
  cache: KVCachePlan | undefined,
  pools: Partial<Record<PoolPlan["role"], KVCacheUse | undefined>>,
): KVCacheUsePlan | null {
  if (cache === undefined) return null;
  const { name, identity, backend, estimate } = cache;
  const pods = Object.entries(pools).flatMap(([role, use]) => (use ? [[role, use.pod]] : []));
  return {
    cache: name,
    kind: backend.kind,
    id: identity.id,
    connector: connectorOf(backend.kind),
    pools: Object.fromEntries(pods),
    estimate,
  };
}
