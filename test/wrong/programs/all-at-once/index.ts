import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({ nodes: { instanceType: "g6.2xlarge" } });

new sonar.ReplicatedService("qwen3", {
  platform,
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
  replicas: 3,
  parallelism: { tensor: 8 },
  engine: { extraArgs: { "max-model-length": 32768 } },
  modelCache: { kind: "storage-class", accessMode: "ReadWriteOnce", perReplica: false },
});
