import * as sonar from "@sonar-iac/pulumi";

new sonar.ReplicatedService("qwen3", {
  platform: sonar.kubernetes({ nodes: { gpusPerNode: 1 } }),
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "/models/qwen3", weightsGiB: 15.3 },
  modelCache: { kind: "storage-class", accessMode: "ReadWriteMany", sizeGiB: 10 },
});
