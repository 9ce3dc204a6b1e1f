import * as sonar from "@sonar-iac/pulumi";

new sonar.ReplicatedService("qwen3", {
  platform: sonar.kubernetes({ nodes: { gpusPerNode: 1 } }),
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
  engine: { frontend: "rust", extraArgs: { "response-role": "helper", "log-error-stack": true } },
});
