import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { DevicePlugins, eks } from "@sonar-iac/pulumi/aws";

const config = new pulumi.Config();

const platform = eks({
  cluster: { name: config.require("clusterName"), securityGroupId: config.require("clusterSecurityGroupId") },
  subnetIds: [config.require("subnetId")],
  namespace: "llm",
  pools: {
    prefill: { instanceType: "p5.48xlarge", min: 2, max: 4, efa: true }, // compute
    decode: { instanceType: "p5en.48xlarge", min: 2, max: 4, efa: true }, // memory
  },
  modelCache: { kind: "fsx-lustre", sizeGiB: 4800, throughputMBps: 2400 }, // one for both, fetched once
  devicePlugins: new DevicePlugins("gpu"), // once for each cluster
});

const llama = new sonar.PDDisaggregation("llama", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", // with NIXL and libfabric
  model: {
    source: "meta-llama/Llama-3.1-405B-Instruct-FP8",
    revision: "main",
    servedName: "llama-405b",
    maxLength: 32768,
    weightsGiB: 382,
  },
  prefill: { replicas: 2, parallelism: { tensor: 8 }, engine: { maxBatchedTokens: 16384 } },
  decode: { replicas: 2, parallelism: { tensor: 8 } },
  huggingFaceToken: { secretName: "hf", key: "token" },
});

export const url = llama.url;
export const apiKey = llama.apiKeys.default;
export const scaling = llama.plan.scaling;
