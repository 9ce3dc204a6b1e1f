import * as sonar from "@sonar-iac/pulumi";

const args: sonar.ReplicatedServiceArgs = {
  platform: sonar.kubernetes({ nodes: { gpusPerNode: 1 } }),
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
};
new sonar.ReplicatedService("qwen3", args);
new sonar.ReplicatedService("qwen3", args);
