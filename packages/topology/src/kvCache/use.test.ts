import { describe, expect, it } from "vitest";
import type { KVCachePlan, PoolPlan, ServingPlan } from "../plan";
import {
  type MultiNodePipelineSpec,
  type PDDisaggregationSpec,
  planMultiNode,
  planPDDisaggregation,
  planReplicatedService,
  type ReplicatedServiceSpec,
} from "../services";
import type { KVCacheBackendSpec, KVCacheSpec } from "./args";
import { planKVCache } from "./plan";

const model = { source: "Qwen/Qwen3-8B" };

function cacheOf(backend: KVCacheBackendSpec, over: Partial<KVCacheSpec> = {}): KVCachePlan {
  const { plan, problems } = planKVCache("prefixes", { model, backend, ...over });
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}
const standalone = cacheOf({ kind: "mooncake", memoryGiB: 64 });
const filesystem = cacheOf({ kind: "filesystem", cpuGiB: 32, maxGiB: 1000 });

function made({ plan, problems }: { plan?: ServingPlan; problems: unknown[] }): ServingPlan {
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}
const replicated = (over: Partial<ReplicatedServiceSpec>) =>
  made(planReplicatedService("qwen3", { platform: { nodes: {} }, model, ...over }));
const apart = (over: Partial<PDDisaggregationSpec>) =>
  made(
    planPDDisaggregation("qwen3", {
      platform: { nodes: {} },
      model: { ...model, maxLength: 8192 },
      prefill: {},
      decode: {},
      ...over,
    }),
  );
const pipeline = (over: Partial<MultiNodePipelineSpec>) =>
  made(
    planMultiNode("qwen3", {
      platform: { nodes: {} },
      model,
      nodesPerReplica: 2,
      parallelism: { tensor: 4, pipeline: 2 },
      ...over,
    }),
  );

const configOf = (pool: PoolPlan | undefined) => {
  const argv = pool?.ranks[0]?.argv ?? [];
  return JSON.parse(argv[argv.indexOf("--kv-transfer-config") + 1] ?? "null");
};
const rankOf = (plan: ServingPlan, role = "serve") => plan.pools[role]?.ranks[0];
const fileOf = (plan: ServingPlan) => JSON.parse(plan.kvCache?.pools.serve?.files[0]?.content ?? "null");

it("a service without a cache says so", () => {
  expect(replicated({}).kvCache).toBeNull();
  expect(rankOf(replicated({}))?.argv).not.toContain("--kv-transfer-config");
});

describe("engines with Mooncake's store", () => {
  const plan = replicated({ kvCache: standalone });
  it("look up beside the scheduler, under the cache's identity, and compute what does not arrive", () => {
    expect(configOf(plan.pools.serve)).toEqual({
      kv_connector: "MooncakeStoreConnector",
      kv_role: "kv_both",
      kv_load_failure_policy: "recompute",
      kv_connector_extra_config: { lookup_async: true, cache_prefix: standalone.identity.id },
    });
  });

  it("find the store by a file, whose address is put in later", () => {
    expect(rankOf(plan)?.env.MOONCAKE_CONFIG_PATH).toBe(plan.kvCache?.pools.serve?.files[0]?.path);
    expect(fileOf(plan)).toMatchObject({
      metadata_server: "http://$(SONAR_KV_CACHE_MASTER):8080/metadata",
      master_server_address: "$(SONAR_KV_CACHE_MASTER):50051",
      protocol: "tcp",
      mode: "standalone-store",
      global_segment_size: 0,
      tenant_id: standalone.identity.id,
    });
  });

  it("lend what a pod lends, shared out over its ranks", () => {
    const kvCache = cacheOf({ kind: "mooncake", mode: "embedded", memoryGiB: 48 });
    const lent = replicated({ kvCache, parallelism: { tensor: 4 } });
    expect(fileOf(lent)).toMatchObject({ mode: "embedded", global_segment_size: 12 * 2 ** 30 });
    // 48 GiB and 512 MiB for each of four ranks
    expect(lent.kvCache?.pools.serve?.memoryGiB).toBe(50);
  });

  it.each([3, 6, 7])("never lend more than %i ranks may", (tensor) => {
    const kvCache = cacheOf({ kind: "mooncake", mode: "embedded", memoryGiB: 10 });
    const bytes = fileOf(replicated({ kvCache, parallelism: { tensor } })).global_segment_size;
    expect(bytes * tensor).toBeLessThanOrEqual(10 * 2 ** 30);
    expect(bytes % 2 ** 24).toBe(0);
    expect(bytes * tensor).toBeGreaterThan(9 * 2 ** 30);
  });
});

describe("engines with tiers", () => {
  it("have the memory tier in /dev/shm, within the pod's memory, and the claim", () => {
    const [without, withCache] = [replicated({}), replicated({ kvCache: filesystem })];
    const [own, both] = [rankOf(without)?.resources, rankOf(withCache)?.resources];
    expect((both?.sharedMemoryGiB ?? 0) - (own?.sharedMemoryGiB ?? 0)).toBe(32);
    expect((both?.memoryRequestGiB ?? 0) - (own?.memoryRequestGiB ?? 0)).toBe(32);
    expect(withCache.kvCache?.pools.serve).toMatchObject({ claimMountPath: "/kv-cache", memoryGiB: 32 });
    expect(configOf(withCache.pools.serve)).toMatchObject({
      kv_connector: "OffloadingConnector",
      kv_connector_extra_config: {
        spec_name: "TieringOffloadingSpec",
        cpu_bytes_to_use: 32 * 2 ** 30,
        secondary_tiers: [{ type: "fs", root_dir: `/kv-cache/${filesystem.identity.id}/${filesystem.identity.id}` }],
      },
    });
  });

  it("share a pod's memory tier out over its data parallel ranks, which have one each", () => {
    const plan = replicated({ kvCache: filesystem, parallelism: { tensor: 2, data: { size: 4 } } });
    expect(configOf(plan.pools.serve).kv_connector_extra_config.cpu_bytes_to_use).toBe(8 * 2 ** 30);
    expect(plan.kvCache?.pools.serve?.memoryGiB).toBe(32);
  });

  it("find the bucket by a word that is put in later, and keys by the pod's role", () => {
    const kvCache = cacheOf({ kind: "object-store", cpuGiB: 16, region: "eu-central-1" });
    const [tier] = configOf(replicated({ kvCache }).pools.serve).kv_connector_extra_config.secondary_tiers;
    expect(tier.store_config).toEqual({
      bucket: "$(SONAR_KV_CACHE_BUCKET)",
      endpoint_override: "https://s3.eu-central-1.amazonaws.com",
      region: "eu-central-1",
      scheme: "https",
    });
  });

  it("are the engine's memory alone where nothing is shared", () => {
    const kvCache = cacheOf({ kind: "cpu", cpuGiB: 16 });
    expect(configOf(replicated({ kvCache }).pools.serve).kv_connector_extra_config).toEqual({
      cpu_bytes_to_use: 16 * 2 ** 30,
    });
  });
});

it("engines with LMCache have the same hashes where their entries fit, and the memory of each rank is counted", () => {
  const server = { kind: "valkey" as const, memoryGiB: 64 };
  const kvCache = cacheOf({ kind: "lmcache", imageHasLMCacheFork: true, server });
  const planOf = (over: Partial<ReplicatedServiceSpec> = {}) =>
    replicated({ kvCache, parallelism: { tensor: 4 }, ...over });
  const seed = (over?: Partial<ReplicatedServiceSpec>) => Number(rankOf(planOf(over))?.env.PYTHONHASHSEED);
  expect(seed()).toBeGreaterThanOrEqual(0);
  // more is refused by Python
  expect(seed()).toBeLessThan(2 ** 32);
  expect(seed({ replicas: 4 })).toBe(seed());
  expect(seed({ engine: { extraArgs: { quantization: "fp8" } } })).not.toBe(seed());
  const plan = planOf();
  expect(rankOf(plan)?.env).toMatchObject({
    LMCACHE_REMOTE_URL: "rediss://$(SONAR_KV_CACHE_MASTER):6379",
  });
  expect(plan.kvCache?.pools.serve?.memoryGiB).toBe(20);
});

describe("prefill and decode with a cache", () => {
  const plan = apart({ kvCache: standalone, transfer: { leaseSeconds: 60 } });

  it("prefill has the transfer first, then the store, and one failure policy at the top", () => {
    expect(configOf(plan.pools.prefill)).toEqual({
      kv_connector: "MultiConnector",
      kv_role: "kv_producer",
      kv_load_failure_policy: "recompute",
      kv_connector_extra_config: {
        connectors: [
          {
            kv_connector: "NixlConnector",
            kv_role: "kv_producer",
            kv_connector_extra_config: { kv_lease_duration: 60 },
          },
          {
            kv_connector: "MooncakeStoreConnector",
            kv_role: "kv_both",
            kv_connector_extra_config: { lookup_async: true, cache_prefix: standalone.identity.id },
          },
        ],
      },
    });
    expect(rankOf(plan, "prefill")?.env).toMatchObject({
      APHRODITE_NIXL_SIDE_CHANNEL_PORT: "5600",
      MC_RPC_TIMEOUT_MS: "2000",
    });
  });

  it("decode, which prefill sends all blocks, has the transfer alone", () => {
    expect(configOf(plan.pools.decode)).toMatchObject({
      kv_connector: "NixlConnector",
      kv_load_failure_policy: "fail",
    });
    expect(rankOf(plan, "decode")?.env).not.toHaveProperty("MOONCAKE_CONFIG_PATH");
    expect(Object.keys(plan.kvCache?.pools ?? {})).toEqual(["prefill"]);
  });

  it("only prefill computes prompts whole", () => {
    expect(rankOf(plan, "prefill")?.argv).toContain("--no-enable-chunked-prefill");
    expect(rankOf(plan, "decode")?.argv).not.toContain("--no-enable-chunked-prefill");
  });

  it("have one engine_id for all pods of an engine, at the top alone", () => {
    const config = configOf(
      apart({ kvCache: standalone, prefill: { nodesPerReplica: 2, parallelism: { tensor: 8, pipeline: 2 } } }).pools
        .prefill,
    );
    expect(config.engine_id).toBe("$(SONAR_GROUP_ID)");
    expect(JSON.stringify(config.kv_connector_extra_config)).not.toContain("engine_id");
  });
});

it("engines of several pods have one engine_id, and each pod its own ranks' part", () => {
  const plan = pipeline({ kvCache: cacheOf({ kind: "mooncake", mode: "embedded", memoryGiB: 8 }) });
  expect(configOf(plan.pools.serve).engine_id).toBe("$(SONAR_GROUP_ID)");
  expect(fileOf(plan).global_segment_size).toBe(2 * 2 ** 30);
});

describe("whose entries meet", () => {
  const namespace = (over: Partial<ReplicatedServiceSpec>, kvCache = standalone) =>
    replicated({ kvCache, ...over }).kvCache?.pools.serve?.namespace;
  const plain = namespace({});

  it.each<[string, Partial<ReplicatedServiceSpec>]>([
    ["another split", { parallelism: { tensor: 2 } }],
    ["quantized weights", { engine: { extraArgs: { quantization: "fp8" } } }],
    ["another configuration of the model", { engine: { extraArgs: { "hf-overrides": { rope_theta: 1 } } } }],
    ["another layout", { engine: { environment: { APHRODITE_KV_CACHE_LAYOUT: "HND" } } }],
    ["another GPU", { platform: { nodes: { instanceType: "p5.48xlarge" } } }],
    [
      "layers of a draft",
      { engine: { extraArgs: { "speculative-config": { method: "ngram", num_speculative_tokens: 2 } } } },
    ],
  ])("not those of engines with %s", (_, over) => {
    expect(namespace(over)).not.toBe(plain);
    expect(namespace(over)).toMatch(new RegExp(`^${standalone.identity.id}-[0-9a-f]{8}$`));
  });

  it.each<[string, Partial<ReplicatedServiceSpec>]>([
    ["replicas", { replicas: 4 }],
    ["admission", { engine: { maxSequences: 8, gpuMemoryUtilization: 0.5 } }],
    ["what the engine would take anyway", { engine: { extraArgs: { "mamba-cache-mode": "none" } } }],
  ])("those of engines that differ in %s", (_, over) => {
    expect(namespace(over)).toBe(plain);
  });

  it("the tiers' keys have the split already", () => {
    expect(namespace({ parallelism: { tensor: 2 } }, filesystem)).toBe(namespace({}, filesystem));
  });
});

describe("prompts beside a Mooncake cache", () => {
  const argv = (over: Partial<ReplicatedServiceSpec>) => rankOf(replicated(over))?.argv;
  const off = "--no-enable-chunked-prefill";

  it("are computed whole, and not beside another cache or none", () => {
    expect(argv({ kvCache: standalone })).toContain(off);
    expect(argv({ kvCache: filesystem })).not.toContain(off);
    expect(argv({})).not.toContain(off);
  });

  it("are computed in parts where that is asked for, with a warning", () => {
    const engine = { extraArgs: { "enable-chunked-prefill": true, "long-prefill-token-threshold": 1024 } };
    const plan = replicated({ kvCache: standalone, engine });
    expect(rankOf(plan)?.argv).not.toContain(off);
    const values = plan.warnings.filter(({ path }) => path === "engine.extraArgs").map(({ value }) => value);
    expect(values).toEqual(["enable-chunked-prefill", "long-prefill-token-threshold"]);
    expect(replicated({ engine }).warnings.filter(({ path }) => path === "engine.extraArgs")).toEqual([]);
  });
});
