import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";

new sonar.ReplicatedService("qwen3", {
  platform: sonar.kubernetes({ nodes: { gpusPerNode: 1 } }),
  image: pulumi.output("registry.example.com/aphrodite:0.24.1"),
  model: { source: "Qwen/Qwen3-8B" },
  replicas: pulumi.output(3) as unknown as number,
});
