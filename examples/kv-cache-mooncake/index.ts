import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({
  namespace: "llm",
  nodes: { instanceType: "g6e.12xlarge", selector: { "node.kubernetes.io/instance-type": "g6e.12xlarge" } },
});

const image =
  "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"; // with Mooncake
const model = { source: "Qwen/Qwen3-32B", revision: "main" };

const prefixes = new sonar.ExternalKVCache("prefixes", {
  platform,
  image,
  // sizes from the model's config.json: they give the bytes of a token
  model: { ...model, shape: { layers: 64, kvHeads: 8, headDim: 128 } },
  engine: { dtype: "bfloat16", blockSize: 32 },
  backend: { kind: "mooncake", memoryGiB: 256, nodes: 2 },
  network: { gbps: 40 }, // what an engine gets of it, and what it computes in a second: whether a hit pays
  prefillTokensPerSecond: 6000,
  overrides: { stores: { pod: { nodeSelector: { "node.kubernetes.io/instance-type": "r7i.12xlarge" } } } },
});

const qwen = new sonar.ReplicatedService("qwen3", {
  platform,
  image,
  model: { ...model, servedName: "qwen3", maxLength: 32768, contextLimit: 40960, weightsGiB: 61.1 },
  replicas: 3,
  parallelism: { tensor: 2 },
  engine: { dtype: "bfloat16", extraArgs: { "block-size": 32 } },
  kvCache: prefixes,
  modelCache: { kind: "storage-class", storageClass: "efs", accessMode: "ReadWriteMany", throughputMiBps: 500 },
});

export const url = qwen.url;
export const apiKey = qwen.apiKeys.default;
export const store = prefixes.endpoint;
