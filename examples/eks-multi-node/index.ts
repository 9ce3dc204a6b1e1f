import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { DevicePlugins, eks } from "@sonar-iac/pulumi/aws";

const config = new pulumi.Config();

const platform = eks({
  cluster: { name: config.require("clusterName"), securityGroupId: config.require("clusterSecurityGroupId") },
  subnetIds: [config.require("subnetId")], // one zone: EFA does not leave it
  namespace: "llm",
  nodes: {
    instanceType: "p5.48xlarge",
    min: 4, // whole replicas of two nodes
    max: 4,
    efa: true,
    capacity: { kind: "capacity-block", reservationId: config.require("reservationId") },
  },
  modelCache: { kind: "fsx-lustre", sizeGiB: 4800, throughputMBps: 4800 }, // the same files on all nodes, fetched once
  devicePlugins: new DevicePlugins("gpu"), // once for each cluster
});

const llama = new sonar.MultiNodePipeline("llama", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", // with aws-ofi-nccl
  model: {
    source: "meta-llama/Llama-3.1-405B-Instruct",
    revision: "main",
    servedName: "llama-405b",
    maxLength: 32768,
    layers: 126,
    weightsGiB: 756,
  },
  replicas: 2,
  nodesPerReplica: 2,
  parallelism: { tensor: 8, pipeline: 2 },
  huggingFaceToken: { secretName: "hf", key: "token" },
});

export const url = llama.url;
export const apiKey = llama.apiKeys.default;
