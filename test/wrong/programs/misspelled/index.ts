import * as sonar from "@sonar-iac/pulumi";

const args = {
  platform: sonar.kubernetes({ nodes: { gpusPerNode: 1 } }),
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B", maxLenght: 32768 },
  replica: 2,
  gateway: { exposure: { kind: "ingres", host: "qwen.example.com" } },
};
new sonar.ReplicatedService("qwen3", args as unknown as sonar.ReplicatedServiceArgs);
