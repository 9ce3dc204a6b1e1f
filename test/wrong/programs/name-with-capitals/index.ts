import * as sonar from "@sonar-iac/pulumi";

new sonar.ReplicatedService("Qwen3_Prod", {
  platform: sonar.kubernetes({ nodes: { gpusPerNode: 1 } }),
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
  apiKeys: { clients: ["web team"] },
});
