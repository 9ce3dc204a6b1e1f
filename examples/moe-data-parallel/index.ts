import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({
  namespace: "llm",
  nodes: { gpusPerNode: 8, gpuMemoryGiB: 141, selector: { "nvidia.com/gpu.product": "NVIDIA-H200" } },
});

const moe = new sonar.MultiNodePipeline("moe", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  model: {
    source: "deepseek-ai/DeepSeek-V3.1",
    revision: "main",
    servedName: "moe",
    maxLength: 65536,
    layers: 61,
    experts: 256,
    weightsGiB: 642,
  },
  replicas: 2,
  nodesPerReplica: 2,
  parallelism: {
    data: { size: 16 }, // sixteen copies of the attention layers share the requests out
    expert: {}, // the experts lie on all sixteen GPUs
  },
  modelCache: {
    kind: "storage-class",
    storageClass: "lustre",
    accessMode: "ReadWriteMany",
    sizeGiB: 800,
    throughputMiBps: 2000,
  },
});

export const url = moe.url;
export const apiKey = moe.apiKeys.default;
