import { describe, expect, it } from "vitest";
import { planReplicatedService, type ReplicatedServiceSpec } from "./replicated";

const minimal: ReplicatedServiceSpec = {
  platform: { nodes: { instanceType: "g6.2xlarge" } },
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
};

/** Deliberately not the typed spec: a user's program may pass anything. */
const plan = (over: Record<string, unknown>, name = "qwen3") =>
  planReplicatedService(name, { ...minimal, ...over } as ReplicatedServiceSpec);
const made = (over: Record<string, unknown> = {}) => {
  const { plan: result, problems } = plan(over);
  expect(problems).toEqual([]);
  if (!result) throw new Error("no plan");
  return result;
};
const messages = (over: Record<string, unknown>, name?: string) =>
  plan(over, name).problems.map((p) => `${p.path}: ${p.message}`);

describe("a plan", () => {
  it("runs the command of the seed's quickstart", () => {
    expect(made().pools.serve?.ranks[0]?.argv).toEqual(
      "aphrodite serve Qwen/Qwen3-8B --host 0.0.0.0 --port 2242 --served-model-name qwen3 --max-model-len 32768 --shutdown-timeout 605".split(
        " ",
      ),
    );
  });

  it("has no key in the command or the plain environment", () => {
    const text = JSON.stringify(made({ apiKeys: { clients: ["web"] } }).pools);
    expect(text).not.toMatch(/api-key|API_KEY|TOKEN/);
  });

  it("adds options in the order of their names", () => {
    const argv = made({
      parallelism: { tensor: 1 },
      model: { ...minimal.model, revision: "0".repeat(40) },
      engine: { gpuMemoryUtilization: 0.9, extraArgs: { seed: 1, "enable-prefix-caching": true } },
    }).pools.serve?.ranks[0]?.argv;
    expect(argv?.slice(10).join(" ")).toBe(
      `--max-model-len 32768 --revision ${"0".repeat(40)} --gpu-memory-utilization 0.9 --shutdown-timeout 605 --enable-prefix-caching --seed 1`
        .split(" ")
        .slice(1)
        .join(" "),
    );
  });

  it("counts engines, GPUs, nodes and cost", () => {
    const totals = made({
      platform: { nodes: { instanceType: "g6e.12xlarge" } },
      parallelism: { tensor: 2 },
      replicas: 3,
    }).totals;
    expect(totals).toMatchObject({ engines: 3, gpus: 6, pods: 5, nodes: 2, priceRegion: "us-east-1" });
    expect(totals.usdPerHour).toBeGreaterThan(0);
  });

  it("does not know a price or nodes it was not told of: null, never 0", () => {
    expect(made({ platform: { nodes: {} } }).totals).toMatchObject({ nodes: null, usdPerHour: null, priceDate: null });
    expect(made({ platform: { nodes: { gpusPerNode: 8 } } }).totals).toMatchObject({ nodes: 1, usdPerHour: null });
  });

  it("warns of weights that cannot fit, of one gateway, and of a revision that moves", () => {
    const { warnings } = made({ model: { ...minimal.model, weightsGiB: 61 }, gateway: { replicas: 1 } });
    expect(warnings.map((w) => w.path)).toEqual(["model.revision", "model.weightsGiB", "gateway.replicas"]);
    expect(warnings[1]?.message).toContain("Use at least 4 GPUs per engine");
  });

  it("shares limits out to the gateway's pods, rounded up", () => {
    const { gateway } = made({ replicas: 3, gateway: { replicas: 2 }, admission: { perEngine: 65, queue: 129 } });
    expect(gateway.admission).toMatchObject({ perEngine: 33, queue: 65, queueSeconds: 30 });
  });

  it("gives a hub model without a shared volume a claim for each replica, and a shared one a Job", () => {
    expect(made({ replicas: 3 }).caches.weights).toMatchObject({
      kind: "per-replica",
      sizeGiB: 100,
      fetch: true,
      offline: true,
    });
    const shared = made({ replicas: 3, modelCache: { kind: "storage-class", accessMode: "ReadWriteMany" } }).caches
      .weights;
    expect(shared).toMatchObject({ kind: "shared", fetch: true });
    const path = made({ model: { source: "/models/qwen" }, modelCache: { kind: "claim" } }).caches.weights;
    expect(path).toMatchObject({ kind: "shared", fetch: false, offline: false, existingClaim: true });
  });

  it("uses one fetch for one revision", () => {
    const id = (revision?: string) => made({ model: { ...minimal.model, revision } }).caches.weights.fetchId;
    expect(id("a")).toBe(id("a"));
    expect(id("a")).not.toBe(id("b"));
  });

  it("explains its derived values", () => {
    const why = made({ maxRequestSeconds: 900 }).explanations;
    expect(new Set(why.map((e) => e.path)).size).toBe(why.length);
    expect(why.find((e) => e.path === "timings.engine.drainSeconds")).toMatchObject({
      value: 905,
      override: "maxRequestSeconds",
    });
  });
});

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
      "modelCache: 3 replicas cannot share a ReadWriteOnce volume.",
    ],
    [
      "a ReadWriteOnce claim for several",
      { replicas: 2, modelCache: { kind: "claim", accessMode: "ReadWriteOnce" } },
      "modelCache: 2 replicas cannot share a ReadWriteOnce volume.",
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
      "engine.maxBatchedTokens: without chunked prefill a prompt of 32768 tokens",
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
