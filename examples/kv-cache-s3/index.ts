import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { eks } from "@sonar-iac/pulumi/aws";

const config = new pulumi.Config();

const platform = eks({
  cluster: { name: config.require("clusterName"), securityGroupId: config.require("clusterSecurityGroupId") },
  subnetIds: config.requireObject<string[]>("subnetIds"),
  namespace: "llm",
  nodes: { instanceType: "g6e.12xlarge", max: 4 },
  modelCache: { kind: "efs" },
});

const model = { source: "Qwen/Qwen3-32B", revision: "main" };

const prefixes = new sonar.ExternalKVCache("prefixes", {
  platform,
  model: { ...model, shape: { layers: 64, kvHeads: 8, headDim: 128 } },
  // no server: a tier in the memory of each engine's pod, and below it a bucket that the cache makes
  backend: { kind: "object-store", cpuGiB: 64, region: "us-east-1", expiryDays: 3 },
  network: { gbps: 20 },
  prefillTokensPerSecond: 6000,
});

const qwen = new sonar.ReplicatedService("qwen3", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", // with NIXL
  model: { ...model, servedName: "qwen3", maxLength: 32768, weightsGiB: 61.1 },
  replicas: 2,
  parallelism: { tensor: 2 },
  kvCache: prefixes,
});

export const url = qwen.url;
export const apiKey = qwen.apiKeys.default;
export const bucket = prefixes.endpoint;
