import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({ nodes: { gpusPerNode: 8 } });

// the proxy of the engine's documentation, in production
new sonar.PDDisaggregation("qwen3", {
  platform,
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
  prefill: { replicas: 2 },
  decode: { replicas: 2 },
  router: { kind: "development", replicas: 1 },
});
