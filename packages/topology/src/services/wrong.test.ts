import { describe, expect, it } from "vitest";
import { planReplicatedService, type ReplicatedServiceSpec } from "./replicated";

const minimal: ReplicatedServiceSpec = {
  platform: { nodes: { instanceType: "g6.2xlarge" } },
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
};

/** Deliberately not the typed spec: a user's program may pass anything. */
const messages = (over: Record<string, unknown>, name = "qwen3") =>
  planReplicatedService(name, { ...minimal, ...over } as ReplicatedServiceSpec).problems.map(
    (p) => `${p.path}: ${p.message}`,
  );

describe("wrong arguments", () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      "an engine larger than a node",
      { parallelism: { tensor: 8 } },
      "parallelism.tensor: 8 GPUs per engine, but a g6.2xlarge node has 1.",
    ],
    [
      "GPUs that do not divide",
      { platform: { nodes: { gpusPerNode: 8 } }, parallelism: { tensor: 3 } },
      "parallelism.tensor: 3 GPUs per engine do not divide the 8 of a node",
    ],
    ["replicas below one", { replicas: 0 }, "replicas: must be a whole number from 1 to 1000, but it is 0."],
    [
      "an unknown option",
      { engine: { extraArgs: { "max-model-length": 1 } } },
      'engine.extraArgs: "max-model-length" is not an option of aphrodite 0.24.1. Did you mean "max-model-len"?',
    ],
    ["an owned option", { engine: { extraArgs: { "tensor-parallel-size": 2 } } }, "engine.extraArgs: "],
    [
      "length zero",
      { model: { ...minimal.model, maxLength: 0 } },
      "model.maxLength: must be a whole number 1 or more, but it is 0.",
    ],
    [
      "length beyond the model",
      { model: { ...minimal.model, contextLimit: 4096 } },
      "model.maxLength: 32768 tokens are more than the model's own limit of 4096",
    ],
    [
      "a shared ReadWriteOnce claim",
      { replicas: 3, modelCache: { kind: "storage-class", accessMode: "ReadWriteOnce", perReplica: false } },
      "modelCache: 3 pods cannot share a ReadWriteOnce volume.",
    ],
    [
      "a ReadWriteOnce claim for several",
      { replicas: 2, modelCache: { kind: "claim", accessMode: "ReadWriteOnce" } },
      "modelCache: 2 pods cannot share a ReadWriteOnce volume.",
    ],
    [
      "a negative size",
      { modelCache: { kind: "storage-class", sizeGiB: -1 } },
      "modelCache.sizeGiB: must be a number above 0, but it is -1.",
    ],
    [
      "a claim smaller than the weights",
      { model: { ...minimal.model, weightsGiB: 15 }, modelCache: { kind: "storage-class", sizeGiB: 10 } },
      "modelCache.sizeGiB: 10 GiB cannot hold weights of 15 GiB.",
    ],
    [
      "NaN",
      { maxRequestSeconds: Number.NaN },
      "maxRequestSeconds: must be a whole number from 1 to 86400, but it is NaN.",
    ],
    ["an empty model", { model: { source: "" } }, 'model.source: must be text that is not empty, but it is "".'],
    [
      "a model with blanks",
      { model: { source: "a b" } },
      'model.source: must be a Hugging Face id or an absolute path, but it is "a b".',
    ],
    [
      "an unknown instance type",
      { platform: { nodes: { instanceType: "g6.2xlrge" } } },
      'platform.nodes.instanceType: "g6.2xlrge" is not a GPU instance type that is known. Did you mean g6.2xlarge',
    ],
    [
      "more GPUs than the type has",
      { platform: { nodes: { instanceType: "g6.2xlarge", gpusPerNode: 2 } } },
      "platform.nodes.gpusPerNode: 2 GPUs per node, but a g6.2xlarge has 1.",
    ],
    [
      "an option without effect",
      { loadBalancing: { maxImbalance: 1.5 } },
      'loadBalancing.maxImbalance: has no effect with the policy "least-requests".',
    ],
    [
      "an imbalance of one",
      { loadBalancing: { policy: "prefix-affinity", maxImbalance: 1 } },
      "loadBalancing.maxImbalance: must be a number above 1",
    ],
    ["no client", { apiKeys: { clients: [] } }, "apiKeys.clients: names no client"],
    ["a client twice", { apiKeys: { clients: ["a", "a"] } }, 'apiKeys.clients: "a" stands there twice.'],
    [
      "the engine as a client",
      { apiKeys: { clients: ["engine"] } },
      'apiKeys.clients: "engine" is the name of the key between',
    ],
    ["a client that is no name", { apiKeys: { clients: ["a b"] } }, "apiKeys.clients[0]: must be a name of letters"],
    [
      "a path and a new volume",
      { model: { source: "/models/x" } },
      'modelCache: "/models/x" is a path, and a new volume is empty.',
    ],
    [
      "shared memory above the limit",
      { engine: { resources: { memoryGiB: 2, sharedMemoryGiB: 2 } } },
      "engine.resources.memoryGiB: 2 GiB leave nothing beside",
    ],
    [
      "the Rust frontend with what it lacks",
      { engine: { frontend: "rust", extraArgs: { "response-role": "assistant" } } },
      "engine.frontend: ",
    ],
    ["a key in the environment", { engine: { environment: { HF_TOKEN: "x" } } }, "engine.environment"],
    [
      "heads that the GPUs cannot share",
      { platform: { nodes: {} }, model: { ...minimal.model, attentionHeads: 32 }, parallelism: { tensor: 3 } },
      "parallelism.tensor: 3 GPUs cannot share 32 attention heads",
    ],
    [
      "more stages than layers",
      { platform: { nodes: {} }, model: { ...minimal.model, layers: 3 }, parallelism: { pipeline: 4 } },
      "parallelism.pipeline: 4 stages, but the model has 3 layers",
    ],
    [
      "a type that is none",
      { engine: { dtype: "bfloat61" } },
      'engine.dtype: "bfloat61" is not a value of --dtype. Did you mean "bfloat16"?',
    ],
    [
      "a cache type that is none",
      { engine: { kvCacheDtype: "fp9" } },
      'engine.kvCacheDtype: "fp9" is not a value of --kv-cache-dtype. Did you mean "fp8',
    ],
    [
      "a step smaller than its sequences",
      { engine: { maxSequences: 512, maxBatchedTokens: 256 } },
      "engine.maxBatchedTokens: 256 tokens in a step are fewer than the 512 sequences",
    ],
    [
      "whole prompts larger than a step",
      { engine: { maxBatchedTokens: 2048, extraArgs: { "enable-chunked-prefill": false } } },
      "engine.maxBatchedTokens: without chunked prefill (turned off in engine.extraArgs, or beside a Mooncake cache) a prompt of 32768 tokens",
    ],
    [
      "ports that collide",
      { gateway: { ports: { metrics: 8080 } } },
      "gateway.ports.metrics: 8080 is the http port already.",
    ],
    [
      "a privileged port",
      { gateway: { ports: { http: 80 } } },
      "gateway.ports.http: must be a whole number from 1024 to 65535, but it is 80.",
    ],
    [
      "a port without effect",
      { gateway: { ports: { https: 9443 } } },
      "gateway.ports.https: has no effect without TLS.",
    ],
    ["an unknown field", { replica: 2 }, 'replica: is not an argument. Did you mean "replicas"?'],
    [
      "a cache without kind",
      { modelCache: {} },
      'modelCache.kind: must have the kind "claim" or "storage-class" or "ephemeral", but it is missing.',
    ],
  ])("%s", (_, over, start) => {
    const found = messages(over);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start), found[0]).toBe(true);
  });

  it.each(["Qwen3", "3b", "a_b", "a-", "x".repeat(41), ""])("a name like %j", (name) =>
    expect(messages({}, name)[0]).toMatch(/^name: /),
  );

  it("are listed all at once, with the rules between the other fields", () => {
    const found = messages({
      replicas: 3,
      maxRequestSeconds: 0,
      parallelism: { tensor: 8 },
      modelCache: { kind: "storage-class", accessMode: "ReadWriteOnce", perReplica: false },
      engine: { extraArgs: { "max-model-length": 1 } },
    });
    expect(found.map((m) => m.split(":")[0]).sort()).toEqual([
      "engine.extraArgs",
      "maxRequestSeconds",
      "modelCache",
      "parallelism.tensor",
    ]);
  });
});
