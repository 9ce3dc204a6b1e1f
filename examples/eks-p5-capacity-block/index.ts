import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { DevicePlugins, eks } from "@sonar-iac/pulumi/aws";

const config = new pulumi.Config();

const platform = eks({
  cluster: { name: config.require("clusterName"), securityGroupId: config.require("clusterSecurityGroupId") },
  subnetIds: [config.require("subnetId")],
  namespace: "llm",
  nodes: {
    instanceType: "p5.48xlarge",
    min: 2,
    max: 4,
    efa: true,
    capacity: { kind: "capacity-block", reservationId: config.require("reservationId") },
  },
  modelCache: { kind: "fsx-lustre", sizeGiB: 4800, throughputMBps: 2400 }, // fetched once, read by all
  devicePlugins: new DevicePlugins("gpu"), // once for each cluster
});

const llama = new sonar.ReplicatedService("llama", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  model: {
    source: "meta-llama/Llama-3.1-405B-Instruct-FP8",
    revision: "main",
    servedName: "llama-405b",
    maxLength: 32768,
    weightsGiB: 382,
  },
  replicas: 2,
  parallelism: { tensor: 8 },
  huggingFaceToken: { secretName: "hf", key: "token" },
});

export const url = llama.url;
export const apiKey = llama.apiKeys.default;
