import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({
  namespace: "llm",
  nodes: { gpusPerNode: 8, gpuMemoryGiB: 80, selector: { "nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3" } },
});

const big = new sonar.MultiNodePipeline("big", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  model: {
    source: "org/checkpoint",
    revision: "main",
    servedName: "big",
    maxLength: "auto",
    layers: 78,
    weightsGiB: 1400,
  },
  replicas: 2, // one can be replaced, or lost, while the other serves
  nodesPerReplica: 4,
  parallelism: { tensor: 8, pipeline: 4, layersPerStage: [18, 20, 20, 20] }, // layers are shared inside a node, stages lie on nodes
  network: { interface: "eth0" }, // NCCL and Gloo on every node
  modelCache: {
    kind: "storage-class",
    storageClass: "lustre",
    accessMode: "ReadWriteMany",
    sizeGiB: 1600,
    throughputMiBps: 2000,
  },
});

export const url = big.url;
export const apiKey = big.apiKeys.default;
