import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({
  namespace: "llm",
  nodes: { instanceType: "g6e.12xlarge", selector: { "node.kubernetes.io/instance-type": "g6e.12xlarge" } },
});

const qwen = new sonar.PDDisaggregation("qwen3", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", // with NIXL
  model: {
    source: "Qwen/Qwen3-32B",
    revision: "main",
    servedName: "qwen3",
    maxLength: 32768,
    contextLimit: 40960,
    weightsGiB: 61.1,
  },
  prefill: { replicas: 4, parallelism: { tensor: 2 }, engine: { maxBatchedTokens: 16384 } },
  decode: { replicas: 2, parallelism: { tensor: 4 } },
  kvLoadFailure: "fail",
  router: { replicas: 2 },
  modelCache: { kind: "storage-class", storageClass: "efs", accessMode: "ReadWriteMany", throughputMiBps: 500 },
});

export const url = qwen.url;
export const apiKey = qwen.apiKeys.default;
export const scaling = qwen.plan.scaling; // what an autoscaler of either side can follow
