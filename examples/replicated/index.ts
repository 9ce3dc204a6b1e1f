import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({
  namespace: "llm",
  nodes: { instanceType: "g6e.12xlarge", selector: { "node.kubernetes.io/instance-type": "g6e.12xlarge" } },
});

const qwen = new sonar.ReplicatedService("qwen3", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  model: {
    source: "Qwen/Qwen3-32B",
    revision: "main",
    servedName: "qwen3",
    maxLength: 32768,
    contextLimit: 40960,
    weightsGiB: 61.1,
  },
  replicas: 3,
  parallelism: { tensor: 2 },
  maxRequestSeconds: 900, // every other time follows from it
  loadBalancing: { policy: "prefix-affinity", maxImbalance: 1.25 },
  admission: { perEngine: 64, queue: 128, queueSeconds: 30 },
  gateway: { exposure: { kind: "ingress", host: "qwen.example.com", tlsSecretName: "qwen-tls" } },
  apiKeys: { clients: ["web", "batch"] }, // add one, roll out, remove the old one
  modelCache: { kind: "storage-class", storageClass: "efs", accessMode: "ReadWriteMany", throughputMiBps: 500 },
  engine: { gpuMemoryUtilization: 0.9, extraArgs: { "enable-prefix-caching": true } },
});

export const url = qwen.url;
export const apiKeys = qwen.apiKeys;
