import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({
  namespace: "llm",
  nodes: { instanceType: "g6e.12xlarge", selector: { "node.kubernetes.io/instance-type": "g6e.12xlarge" } },
});

const image =
  "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"; // with NIXL and Mooncake
const model = { source: "Qwen/Qwen3-32B", revision: "main" };

const prefixes = new sonar.ExternalKVCache("prefixes", {
  platform,
  image,
  model: { ...model, shape: { layers: 64, kvHeads: 8, headDim: 128 } },
  engine: { dtype: "bfloat16" },
  backend: { kind: "mooncake", memoryGiB: 256, nodes: 2 },
  network: { gbps: 40 },
  prefillTokensPerSecond: 6000,
});

// prefill engines have two ways for KV caches: NIXL to decode, and the store, through which they find each other's prefixes
const qwen = new sonar.PDDisaggregation("qwen3", {
  platform,
  image,
  model: { ...model, servedName: "qwen3", maxLength: 32768, contextLimit: 40960, weightsGiB: 61.1 },
  engine: { dtype: "bfloat16" },
  prefill: { replicas: 4, parallelism: { tensor: 2 } },
  decode: { replicas: 2, parallelism: { tensor: 2 } },
  kvLoadFailure: "recompute",
  kvCache: prefixes,
  modelCache: { kind: "storage-class", storageClass: "efs", accessMode: "ReadWriteMany", throughputMiBps: 500 },
});

export const url = qwen.url;
export const apiKey = qwen.apiKeys.default;
