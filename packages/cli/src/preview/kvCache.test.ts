import {
  type KVCacheBackendSpec,
  type KVCacheSpec,
  planKVCache,
  planPDDisaggregation,
  planReplicatedService,
} from "@sonar-iac/topology";
import { describe, expect, it } from "vitest";
import { estimateSentence, kvCacheBranch, kvCacheLines } from "./kvCache";

const model = { source: "Qwen/Qwen3-8B", revision: "0".repeat(40) };
const shape = { layers: 36, kvHeads: 8, headDim: 128 };
const mooncake: KVCacheBackendSpec = { kind: "mooncake", memoryGiB: 64, nodes: 2 };

function cacheOf(backend: KVCacheBackendSpec, over: Partial<KVCacheSpec> = {}) {
  const { plan, problems } = planKVCache("prefixes", { model, backend, ...over });
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}
const line = (backend: KVCacheBackendSpec) => kvCacheLines("prefixes", cacheOf(backend))[0];

describe("a cache in the preview", () => {
  it("says what holds entries, and of which model", () => {
    const at = `, of Qwen/Qwen3-8B at revision ${model.revision}`;
    expect(line(mooncake)).toBe(
      `prefixes  ExternalKVCache  Mooncake: 2 store nodes with 64 GiB of memory each, over TCP${at}`,
    );
    expect(line({ kind: "mooncake", mode: "embedded", memoryGiB: 8 })).toContain("8 GiB that each engine pod lends");
    expect(line({ kind: "filesystem", cpuGiB: 32, maxGiB: 1000 })).toContain(
      "a claim with at most 1000 GiB, behind 32 GiB",
    );
    expect(line({ kind: "object-store", cpuGiB: 32, region: "eu-central-1", expiry: "by-owner" })).toContain(
      "a bucket at https://s3.eu-central-1.amazonaws.com, behind 32 GiB of memory of each engine pod; objects are kept 7 days or as its owner says",
    );
    expect(line({ kind: "cpu", cpuGiB: 16 })).toContain("16 GiB of memory of each engine pod, which no other sees");
    const server = { kind: "elasticache" as const, maxGB: 100 };
    expect(line({ kind: "lmcache", imageHasLMCacheFork: true, server })).toContain("ElastiCache with at most 100 GB");
  });

  it("says whether a hit pays", () => {
    const of = (gbps: number) =>
      estimateSentence(
        cacheOf(mooncake, { model: { ...model, shape }, network: { gbps }, prefillTokensPerSecond: 10_000 }).estimate,
      );
    expect(of(100)).toBe(
      "A token has 144 KiB, and the cache holds 932,067 tokens. 8192 tokens take 0.0966 s to load over the network and 0.819 s to compute: a hit pays.",
    );
    expect(of(1)).toContain("a hit costs more than it saves.");
  });

  it("says what it would need to know", () => {
    expect(estimateSentence(cacheOf(mooncake).estimate)).toBe(
      "Whether a hit pays is not known without model.shape, network.gbps and prefillTokensPerSecond.",
    );
  });
});

describe("a service with a cache", () => {
  const platform = { nodes: {} };
  it("has a branch that names it, and says what it takes of the pods", () => {
    const { plan } = planReplicatedService("qwen3", { platform, model, kvCache: cacheOf(mooncake) });
    expect(plan?.kvCache && kvCacheBranch(plan.kvCache)).toMatchObject({
      label: "KV cache",
      kind: "MooncakeStoreConnector",
      lines: [{ text: "prefixes, for which each engine pod has 0.5 GiB of memory" }],
    });
  });

  it("says that it is prefill's", () => {
    const { plan } = planPDDisaggregation("qwen3", {
      platform,
      model: { ...model, maxLength: 8192 },
      prefill: {},
      decode: {},
      kvCache: cacheOf(mooncake),
    });
    expect(plan?.kvCache && kvCacheBranch(plan.kvCache).lines[0]?.text).toBe(
      "prefixes, for which each prefill pod has 0.5 GiB of memory",
    );
  });
});
