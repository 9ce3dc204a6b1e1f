import {
  type KVCacheBackendSpec,
  type KVCachePlan,
  type KVCacheSpec,
  planKVCache,
  planMultiNode,
  planPDDisaggregation,
  planReplicatedService,
  type ServingPlan,
} from "@sonar-iac/topology";
import type { Line } from "./engineCheck";

/** The model that the engine's checks are made with. */
const model = { source: "org/model", maxLength: 4096, attentionHeads: 32, layers: 36, contextLimit: 40960 } as const;
const platform = { nodes: {} };

/** A cache of each kind, and of each thing that changes what engines are told. */
export const backends: Record<string, KVCacheBackendSpec> = {
  "Mooncake's store nodes": { kind: "mooncake", memoryGiB: 64, nodes: 2 },
  "Mooncake's store nodes with a second tier": { kind: "mooncake", memoryGiB: 64, ssdGiB: 500 },
  "memory that engines lend": { kind: "mooncake", mode: "embedded", memoryGiB: 64, localBufferMiB: 256 },
  "a filesystem": { kind: "filesystem", cpuGiB: 32, maxGiB: 1000 },
  "objects in S3": { kind: "object-store", cpuGiB: 32, region: "eu-central-1" },
  "objects elsewhere": {
    kind: "object-store",
    cpuGiB: 32,
    region: "any",
    endpoint: "http://minio:9000",
    prefix: "a/b",
  },
  "memory of the pod": { kind: "cpu", cpuGiB: 16 },
  LMCache: { kind: "lmcache", imageHasLMCacheFork: true, server: { kind: "valkey", memoryGiB: 64 } },
};

/** Command lines of engines with a cache: of one pod, of several, and apart. */
export function linesOf(id: string, backend: KVCacheBackendSpec): Line[] {
  const kvCache = cacheOf(backend);
  const tiers = backend.kind === "filesystem" || backend.kind === "object-store";
  const spanning = { parallelism: { tensor: 4, pipeline: 2 }, nodesPerReplica: 2 };
  return [
    ...ranks(
      `${id}, replicated`,
      planReplicatedService("qwen3", { platform, model, kvCache, parallelism: { tensor: 2 } }),
    ),
    // a memory tier is of one node
    ...(tiers ? [] : ranks(`${id}, over nodes`, planMultiNode("qwen3", { platform, model, kvCache, ...spanning }))),
    ...ranks(`${id}, apart`, planPDDisaggregation("qwen3", { platform, model, kvCache, prefill: {}, decode: {} })),
  ];
}

export function cacheOf(backend: KVCacheBackendSpec, over: Partial<KVCacheSpec> = {}): KVCachePlan {
  const { plan, problems } = planKVCache("prefixes", { model: { source: model.source }, backend, ...over });
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}

function ranks(id: string, { plan, problems }: { plan?: ServingPlan; problems: unknown[] }): Line[] {
  if (!plan) throw new Error(`"${id}" has no plan: ${JSON.stringify(problems)}`);
  return Object.values(plan.pools).flatMap((pool) =>
    pool.ranks.map(({ rank, argv, env }) => ({
      id: `${id}, ${pool.role} ${rank}`,
      argv: argv.slice(2),
      env,
      files: plan.kvCache?.pools[pool.role]?.files ?? [],
    })),
  );
}
