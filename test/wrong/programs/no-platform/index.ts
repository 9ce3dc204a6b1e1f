import * as sonar from "@sonar-iac/pulumi";

new sonar.ReplicatedService("qwen3", {
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
} as unknown as sonar.ReplicatedServiceArgs);
