import { describe, expect, it } from "vitest";
import { planPDDisaggregation } from "./pd";
import type { PDDisaggregationSpec } from "./pdSpec";

const minimal: PDDisaggregationSpec = {
  platform: { nodes: {} },
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
  prefill: { replicas: 2 },
  decode: { replicas: 2 },
};

/** Deliberately not the typed spec: a user's program may pass anything. */
const messages = (over: Record<string, unknown>, name = "qwen3") =>
  planPDDisaggregation(name, { ...minimal, ...over } as PDDisaggregationSpec).problems.map(
    (p) => `${p.path}: ${p.message}`,
  );
const options = (extraArgs: Record<string, unknown>) => ({ engine: { extraArgs } });
const both = (prefill: unknown, decode: unknown) => ({
  prefill: { engine: { extraArgs: prefill } },
  decode: { engine: { extraArgs: decode } },
});

describe("wrong arguments of prefill and decode apart", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["no decode", { decode: undefined }, "decode: must be an object, but it is missing."],
    ["replicas below one", { prefill: { replicas: 0 } }, "prefill.replicas: must be a whole number from 1 to 1000"],
    [
      "an unknown field of a side",
      { decode: { replica: 2 } },
      'decode.replica: is not an argument. Did you mean "replicas"?',
    ],
    [
      "a policy that is none",
      { kvLoadFailure: "retry" },
      'kvLoadFailure: must be "fail" or "recompute", but it is "retry".',
    ],
    ["balancing, which the router does", { loadBalancing: {} }, "loadBalancing: is not an argument."],
    [
      "decode in stages",
      { prefill: { parallelism: { pipeline: 2 } }, decode: { parallelism: { pipeline: 2 } } },
      "decode.parallelism.pipeline: decode with 2 pipeline stages cannot receive KV caches",
    ],
    [
      "pulling from prefill in stages",
      { prefill: { parallelism: { pipeline: 2 } }, decode: {}, transfer: { mode: "pull" } },
      "transfer.mode: decode would pull from the first of prefill's 2 pipeline stages only.",
    ],
    [
      "sizes that do not divide",
      { prefill: { parallelism: { tensor: 2 } }, decode: { parallelism: { tensor: 3 } } },
      "decode.parallelism.tensor: 3 GPUs of decode and 2 of prefill cannot share out attention heads",
    ],
    [
      "both roles at once",
      options({ "kv-transfer-config": { kv_connector: "NixlConnector", kv_role: "kv_both" } }),
      'engine.extraArgs: "kv-transfer-config" is set by transfer: prefill engines are kv_producer and decode engines kv_consumer, and kv_both is deprecated. Leave it out.',
    ],
    [
      "a fixed engine id",
      { prefill: options({ kv_transfer_config: '{"kv_role":"kv_producer","engine_id":"prefill-0"}' }) },
      'prefill.engine.extraArgs: "kv_transfer_config" is set by transfer: an engine_id is made at each start.',
    ],
    [
      "a transfer by hand",
      options({ "kv-transfer-config": { kv_role: "kv_producer" } }),
      'engine.extraArgs: "kv-transfer-config" is set by kvLoadFailure and transfer: each side has its own. Leave it out.',
    ],
    [
      "offloading beside the transfer",
      { decode: options({ "kv-offloading-size": 16 }) },
      'decode.engine.extraArgs: "kv-offloading-size" makes the engine use a connector for offloading in place',
    ],
    [
      "events on the side channel's port",
      options({ "kv-events-config": { enable_kv_cache_events: true, endpoint: "tcp://*:5600" } }),
      'engine.extraArgs: "kv-events-config" publishes on 5600, the port of the side channel',
    ],
    [
      "memory that moves",
      { engine: { environment: { PYTORCH_CUDA_ALLOC_CONF: "max_split_size_mb:128,expandable_segments:True" } } },
      'engine.environment: "PYTORCH_CUDA_ALLOC_CONF" has expandable_segments:True',
    ],
    [
      "a mode for experts alone",
      options({ "data-parallel-external-lb": true }),
      'engine.extraArgs: "data-parallel-external-lb" is set by parallelism.data.loadBalancing. Set it there instead.',
    ],
    [
      "a side channel by hand",
      { engine: { environment: { APHRODITE_NIXL_SIDE_CHANNEL_PORT: "14590" } } },
      'engine.environment: "APHRODITE_NIXL_SIDE_CHANNEL_PORT" is set by transfer.sideChannelPort. Set it there instead.',
    ],
    [
      "a side channel on the API's port",
      { transfer: { sideChannelPort: 2242 } },
      "transfer.sideChannelPort: 2242 is the port of the engine's API.",
    ],
    [
      "a lease without time for the router",
      { transfer: { leaseSeconds: 11 } },
      "transfer.leaseSeconds: 11 s leave the router no time: decode needs 7 s to take a request and renew the lease, and an answer that is older gives wrong text. Use 12 or more.",
    ],
    ["no transport", { transfer: { backends: [] } }, "transfer.backends: names no transport."],
    [
      "lengths found on unequal engines",
      {
        model: { source: "Qwen/Qwen3-8B" },
        prefill: { parallelism: { tensor: 2 } },
        decode: { parallelism: { tensor: 4 } },
      },
      'model.maxLength: with "auto" each side takes the longest context that fits its memory, but prefill has 2 GPUs for a copy of the weights and decode 4',
    ],
    [
      "lengths found on unequal GPUs",
      {
        model: { source: "Qwen/Qwen3-8B" },
        prefill: { nodes: { instanceType: "g6.2xlarge" } },
        decode: { nodes: { instanceType: "g6e.2xlarge" } },
      },
      'model.maxLength: with "auto"',
    ],
    [
      "a block size on one side",
      { decode: options({ "block-size": 32 }) },
      "decode.engine.extraArgs: the block size is the engine's choice in prefill and 32 in decode, but engines that differ in it cannot exchange KV caches. Give it once for both: engine: { extraArgs } of the service.",
    ],
    [
      "two tokenizers",
      both({ tokenizer: "org/a" }, { tokenizer: "org/b" }),
      "decode.engine.extraArgs: the tokenizer is tokenizer=org/a in prefill and tokenizer=org/b in decode",
    ],
    [
      "two KV cache types",
      { prefill: { engine: { kvCacheDtype: "fp8" } } },
      "prefill.engine.kvCacheDtype: the KV cache dtype is fp8 in prefill and the engine's choice in decode",
    ],
    [
      "two attention backends",
      both({ "attention-backend": "FLASH_ATTN" }, { "attention-backend": "FLASHINFER" }),
      "decode.engine.extraArgs: the attention backend is",
    ],
    [
      "speculation on one side",
      { decode: options({ "speculative-config": { method: "ngram", num_speculative_tokens: 3 } }) },
      "decode.engine.extraArgs: the speculative decoding is the engine's choice in prefill",
    ],
    [
      "two layouts",
      { prefill: { engine: { environment: { APHRODITE_KV_CACHE_LAYOUT: "HND" } } } },
      "prefill.engine.environment: the KV cache layout is HND in prefill",
    ],
    [
      "the development proxy",
      { router: { kind: "development" } },
      "router.kind: the development proxy never asks prefill to keep a KV cache nor decode to fetch it",
    ],
    [
      "a test mode without effect",
      { router: { testMode: true } },
      'router.testMode: has no effect with the router "sonar". Leave it out.',
    ],
    ["ports that collide", { router: { ports: { metrics: 8080 } } }, "router.ports.metrics: 8080 would be both ports"],
    [
      "a pushing prefill and another router",
      { prefill: { parallelism: { pipeline: 2 } }, router: { kind: "vllm-router" } },
      'router.kind: the router "vllm-router" is known to work where decode pulls blocks',
    ],
    [
      "an option that both sides are given, said once",
      options({ "max-model-length": 1 }),
      'engine.extraArgs: "max-model-length" is not an option of aphrodite 0.24.1.',
    ],
    [
      "an engine larger than a node",
      { platform: { nodes: { instanceType: "g6.2xlarge" } }, decode: { parallelism: { tensor: 8 } } },
      "decode.parallelism.tensor: 8 GPUs per engine, but a g6.2xlarge node has 1.",
    ],
    [
      "an unknown instance type, said once",
      { platform: { nodes: { instanceType: "g6.2xlrge" } } },
      'platform.nodes.instanceType: "g6.2xlrge" is not a GPU instance type',
    ],
    [
      "an unknown instance type of one side",
      { decode: { nodes: { instanceType: "g6.2xlrge" } } },
      'decode.nodes.instanceType: "g6.2xlrge" is not a GPU instance type',
    ],
    [
      "nodes beside node groups",
      {
        platform: { nodes: {}, nodeGroups: { nodes: { spec: { instanceType: "p5.48xlarge" } } } },
        prefill: { nodes: { instanceType: "g6.2xlarge" } },
      },
      "prefill.nodes: is for nodes that exist, and the platform makes node groups.",
    ],
  ])("%s", (_, over, start) => {
    const found = messages(over);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start), found[0]).toBe(true);
  });

  it("are listed all at once, with the rules between the other fields", () => {
    const found = messages({
      maxRequestSeconds: 0,
      transfer: { leaseSeconds: 3 },
      decode: { parallelism: { pipeline: 2 } },
      router: { kind: "development" },
    });
    expect(found.map((m) => m.split(":")[0]).sort()).toEqual([
      "decode.parallelism.pipeline",
      "maxRequestSeconds",
      "router.kind",
      "transfer.leaseSeconds",
    ]);
  });
});
