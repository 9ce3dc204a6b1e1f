import { describe, expect, it } from "vitest";
import { type PDDisaggregationSpec, planMultiNode, planPDDisaggregation, planReplicatedService } from "../services";
import type { KVCacheBackendSpec, KVCacheSpec } from "./args";
import { planKVCache } from "./plan";

const model = { source: "Qwen/Qwen3-8B", revision: "a".repeat(40) };
const engine = { dtype: "bfloat16", extraArgs: { "block-size": 32 } };
const mooncake: KVCacheBackendSpec = { kind: "mooncake", memoryGiB: 64 };
const lmcache: KVCacheBackendSpec = {
  kind: "lmcache",
  imageHasLMCacheFork: true,
  server: { kind: "valkey", memoryGiB: 8 },
};

function cacheOf(backend = mooncake, over: Partial<KVCacheSpec> = {}) {
  const { plan, problems } = planKVCache("prefixes", {
    model,
    engine: { dtype: "bfloat16", blockSize: 32 },
    backend,
    ...over,
  });
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}
const text = ({ path, message }: { path: string; message: string }) => `${path}: ${message}`;
const found = (over: Record<string, unknown>, kvCache: unknown = cacheOf()) =>
  planReplicatedService("qwen3", { platform: { nodes: {} }, model, engine, kvCache, ...over } as never).problems.map(
    text,
  );

it("a service of the cache's model and types has nothing to mend", () => {
  expect(found({})).toEqual([]);
});

describe("services that differ from the cache", () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      "model",
      { model: { ...model, source: "Qwen/Qwen3-14B" } },
      'model.source: the model is Qwen/Qwen3-14B, and Qwen/Qwen3-8B in the cache "prefixes" (kvCache): engines that differ in it cannot share entries. Either model.source: "Qwen/Qwen3-8B", or another cache.',
    ],
    ["revision", { model: { source: model.source } }, "model.revision: the revision is not given, and aaaa"],
    [
      "dtype",
      { engine: { ...engine, dtype: "float16" } },
      "engine.dtype: the dtype is float16, and bfloat16 in the cache",
    ],
    [
      "no dtype",
      { engine: { extraArgs: engine.extraArgs } },
      "engine.dtype: the dtype is the engine's choice, and bfloat16",
    ],
    [
      "KV cache dtype",
      { engine: { ...engine, kvCacheDtype: "fp8" } },
      'engine.kvCacheDtype: the KV cache dtype is fp8, and the engine\'s choice in the cache "prefixes" (kvCache): engines that differ in it cannot share entries. Either leave it out here or give it to the cache, or another cache.',
    ],
    [
      "block size",
      { engine: { ...engine, extraArgs: { "block-size": 16 } } },
      'the "block-size" is 16, and 32 in the cache',
    ],
    ["no block size", { engine: { dtype: "bfloat16" } }, 'Either engine: { extraArgs: { "block-size": 32 } }'],
  ])("%s", (_, over, expected) => {
    const all = found(over);
    expect(all).toHaveLength(1);
    expect(all[0]).toContain(expected);
  });

  it("are told of every difference at once", () => {
    expect(found({ model: { source: "m/m" }, engine: {} })).toHaveLength(4);
  });

  it("are found in one side of prefill and decode", () => {
    const spec = {
      platform: { nodes: {} },
      model: { ...model, maxLength: 8192 },
      engine,
      kvCache: cacheOf(),
      prefill: { engine: { dtype: "float16" } },
      decode: {},
    } satisfies PDDisaggregationSpec;
    expect(planPDDisaggregation("qwen3", spec).problems.map(text).join("\n")).toContain(
      "prefill.engine.dtype: the dtype is float16, and bfloat16 in the cache",
    );
  });
});

describe("what cannot stand beside a cache", () => {
  const option = (name: string, value: unknown, env = {}) => ({
    engine: { ...engine, extraArgs: { ...engine.extraArgs, [name]: value }, environment: env },
  });
  const hybrid = { source: "openai/gpt-oss-20b" };
  const stateful = { source: "Qwen/Qwen3-Next-80B-A3B-Instruct" };
  it.each<[string, Record<string, unknown>, string, unknown?]>([
    [
      "offloading",
      option("kv-offloading-size", 4),
      'engine.extraArgs: "kv-offloading-size" is set by kvCache: it would put another connector',
    ],
    [
      "a transfer by hand",
      option("kv-transfer-config", {}),
      'engine.extraArgs: "kv-transfer-config" is set by kvCache: its connector',
    ],
    [
      "no prefix caching",
      option("enable-prefix-caching", false),
      'engine.extraArgs: "enable-prefix-caching" is off, and without it',
    ],
    [
      "hashes of its own",
      option("prefix-caching-hash-algo", "xxhash"),
      '"prefix-caching-hash-algo" xxhash begins with another number',
    ],
    [
      "memory that moves",
      option("seed", 1, { PYTORCH_CUDA_ALLOC_CONF: "expandable_segments:True" }),
      'engine.environment: "PYTORCH_CUDA_ALLOC_CONF" has expandable_segments:True',
    ],
    ["another file", option("seed", 1, { MOONCAKE_CONFIG_PATH: "/x" }), '"MOONCAKE_CONFIG_PATH" is set by kvCache'],
    [
      "other time-outs",
      option("seed", 1, { MC_RPC_TIMEOUT_MS: "1" }),
      '"MC_RPC_TIMEOUT_MS" is set by kvCache: backend.timeouts',
    ],
    [
      "another seed of LMCache",
      option("seed", 1, { PYTHONHASHSEED: "7" }),
      '"PYTHONHASHSEED" is set by kvCache',
      cacheOf(lmcache),
    ],
    [
      "LMCache on layers of several kinds that are kept apart",
      { model: hybrid, ...option("disable-hybrid-kv-cache-manager", false) },
      "kvCache: by its name, layers of openai/gpt-oss-20b have KV caches of several kinds, which LMCache",
      cacheOf(lmcache, { model: hybrid }),
    ],
    [
      "LMCache on layers with a state, which cannot be one kind",
      { model: stateful, ...option("disable-hybrid-kv-cache-manager", true) },
      'and the engine refuses to start. Use a cache of kind "mooncake".',
      cacheOf(lmcache, { model: stateful }),
    ],
    [
      "a shared-out prompt on layers of several kinds",
      { model: hybrid, parallelism: { prefillContext: 2 } },
      "parallelism.prefillContext: by its name",
      cacheOf(mooncake, { model: hybrid }),
    ],
    [
      "RDMA on nodes without",
      {},
      "kvCache: the cache moves blocks by RDMA, and the engines' nodes state no adapters.",
      cacheOf({ ...mooncake, protocol: "rdma", rdmaDevices: { "rdma/hca": 1 } }),
    ],
    [
      "RDMA on EFA",
      { platform: { nodes: { rdmaDevices: { "vpc.amazonaws.com/efa": 32 } } } },
      "have EFA, for which the Mooncake of this release has no transport",
      cacheOf({ ...mooncake, protocol: "rdma", rdmaDevices: { "rdma/hca": 1 } }),
    ],
    ["a cache by name", {}, "kvCache: must be an ExternalKVCache, or be left out.", "prefixes"],
    [
      "more than the pod's memory",
      { platform: { nodes: { instanceType: "g6.2xlarge" } } },
      "kvCache: the KV cache takes 100.5 GiB of each engine pod, which has 27 GiB",
      cacheOf({ kind: "mooncake", mode: "embedded", memoryGiB: 100 }),
    ],
  ])("%s", (_, over, expected, kvCache) => {
    expect(found(over, kvCache ?? cacheOf()).join("\n")).toContain(expected);
  });

  it.each<[string, Record<string, unknown>, unknown?]>([
    ["a seed for hashes", option("prefix-caching-hash-algo", "xxhash", { PYTHONHASHSEED: "0" })],
    [
      "hashes of its own where nothing is shared",
      option("prefix-caching-hash-algo", "xxhash"),
      cacheOf({ kind: "cpu", cpuGiB: 8 }),
    ],
    [
      "RDMA where there is some",
      { platform: { nodes: { rdmaDevices: { "rdma/hca": 8 } } } },
      cacheOf({ ...mooncake, protocol: "rdma", rdmaDevices: { "rdma/hca": 1 } }),
    ],
    ["layers that the engine keeps as one kind", { model: hybrid }, cacheOf(lmcache, { model: hybrid })],
    ["one kind of cache for all layers", option("disable-hybrid-kv-cache-manager", true), cacheOf(lmcache)],
    [
      "little memory that is given, to which the cache is added",
      { engine: { ...engine, resources: { memoryGiB: 4 } } },
    ],
    [
      "memory that is enough",
      { engine: { ...engine, resources: { memoryGiB: 32 } } },
      cacheOf({ kind: "mooncake", mode: "embedded", memoryGiB: 100 }),
    ],
  ])("but %s can", (_, over, kvCache) => {
    expect(found(over, kvCache ?? cacheOf())).toEqual([]);
  });

  it("memory that is given, and with the cache is more than the node's", () => {
    const over = {
      platform: { nodes: { instanceType: "g6.2xlarge" } },
      engine: { ...engine, resources: { memoryGiB: 16 } },
    };
    expect(found(over, cacheOf({ kind: "cpu", cpuGiB: 20 })).join()).toContain(
      "each engine pod needs 36 GiB, and a g6.2xlarge has 32: no pod would ever be placed",
    );
    expect(found(over, cacheOf({ kind: "cpu", cpuGiB: 8 }))).toEqual([]);
  });

  it("memory that is given is told of without the cache", () => {
    const [only, ...rest] = found(
      { engine: { ...engine, resources: { memoryGiB: 2 } } },
      cacheOf({ kind: "cpu", cpuGiB: 32 }),
    );
    expect(only).toBe(
      "engine.resources.memoryGiB: 2 GiB leave nothing beside the 2 GiB of /dev/shm, which count within them. Use 10 or more.",
    );
    expect(rest).toEqual([]);
  });

  it("is told of once where prefill and decode are apart", () => {
    const spec = {
      platform: { nodes: {} },
      model: { ...model, maxLength: 8192 },
      engine: { ...engine, environment: { PYTORCH_CUDA_ALLOC_CONF: "expandable_segments:True" } },
      kvCache: cacheOf(),
      prefill: {},
      decode: {},
    } satisfies PDDisaggregationSpec;
    const all = planPDDisaggregation("qwen3", spec).problems.map(text);
    expect(all.map((line) => line.split(":")[0])).toEqual(["engine.environment"]);
  });

  it("memory that is less than a piece for each rank", () => {
    const little = cacheOf({ kind: "mooncake", mode: "embedded", memoryGiB: 0.1 });
    expect(found({ parallelism: { tensor: 8 } }, little).join()).toContain("Either 0.125 GiB or more");
    expect(found({ parallelism: { tensor: 4 } }, little)).toEqual([]);
  });

  it("a second tier of engines that span nodes", () => {
    const spec = {
      platform: { nodes: {} },
      model,
      engine,
      nodesPerReplica: 2,
      parallelism: { tensor: 4, pipeline: 2 },
    };
    const tiers = cacheOf({ kind: "filesystem", cpuGiB: 8, maxGiB: 8 });
    const told = planMultiNode("qwen3", { ...spec, kvCache: tiers })
      .problems.map(text)
      .join("\n");
    expect(told).toContain("kvCache: a request's KV cache lies on 2 nodes of this engine");
    expect(planMultiNode("qwen3", { ...spec, kvCache: cacheOf() }).problems).toEqual([]);
  });
});

it("layers with a state are warned of with Mooncake, unless they end with blocks", () => {
  const stateful = { source: "Qwen/Qwen3-Next-80B-A3B-Instruct" };
  const warned = (extraArgs: Record<string, unknown>) =>
    planReplicatedService("qwen3", {
      platform: { nodes: {} },
      model: stateful,
      engine: { dtype: "bfloat16", extraArgs: { "block-size": 32, ...extraArgs } },
      kvCache: cacheOf(mooncake, { model: stateful }),
    }).plan?.warnings.map(({ path }) => path);
  const count = (extraArgs: Record<string, unknown>) => warned(extraArgs)?.filter((path) => path === "kvCache").length;
  expect(count({})).toBe(2);
  expect(count({ "mamba-cache-mode": "align" })).toBe(1);
});

describe("layers of several kinds, of which lost blocks end the engine", () => {
  const mixed = { source: "openai/gpt-oss-20b" };
  const warned = (backend: KVCacheBackendSpec, extraArgs: Record<string, unknown> = {}) =>
    planReplicatedService("qwen3", {
      platform: { nodes: {} },
      model: mixed,
      engine: { dtype: "bfloat16", extraArgs: { "block-size": 32, ...extraArgs } },
      kvCache: cacheOf(backend, { model: mixed }),
    })
      .plan?.warnings.map(text)
      .join("\n");
  it("are warned of with Mooncake, with a way out", () => {
    expect(warned(mooncake)).toContain('ends the engine and all its requests. Use engine: { extraArgs: { "disable-hyb');
  });
  it("or that LMCache makes them one kind", () => {
    expect(warned(lmcache)).toContain("as one kind, which takes more of the GPU's memory");
    expect(warned(lmcache, { "disable-hybrid-kv-cache-manager": true })).not.toContain("as one kind");
  });
  it("but not with one kind of cache for all, or where nothing is loaded from elsewhere", () => {
    expect(warned(mooncake, { "disable-hybrid-kv-cache-manager": true })).not.toContain("ends the engine");
    expect(warned({ kind: "filesystem", cpuGiB: 8, maxGiB: 8 })).not.toContain("ends the engine");
  });
});
