import * as sonar from "@sonar-iac/pulumi";

new sonar.ReplicatedService("qwen3", {
  platform: sonar.kubernetes({ nodes: { instanceType: "g6.2xlrage" } }),
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
});
