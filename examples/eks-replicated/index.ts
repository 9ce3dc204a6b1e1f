import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { eks } from "@sonar-iac/pulumi/aws";

const config = new pulumi.Config();

const platform = eks({
  cluster: { name: config.require("clusterName"), securityGroupId: config.require("clusterSecurityGroupId") },
  subnetIds: config.requireObject<string[]>("subnetIds"),
  namespace: "llm",
  nodes: { instanceType: "g6e.12xlarge", max: 4 }, // as many as the engines fill, up to four
  modelCache: { kind: "efs" }, // a file system of its own, which stays when the service goes
  loadBalancer: { kind: "alb", certificateArn: config.require("certificateArn"), host: "qwen.example.com" },
});

const qwen = new sonar.ReplicatedService("qwen3", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  model: { source: "Qwen/Qwen3-32B", revision: "main", servedName: "qwen3", maxLength: 32768, weightsGiB: 61.1 },
  replicas: 3,
  parallelism: { tensor: 2 },
});

export const url = qwen.url;
export const apiKey = qwen.apiKeys.default;
