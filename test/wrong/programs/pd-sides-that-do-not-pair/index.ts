import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({ nodes: { gpusPerNode: 8 } });

// each side was tuned alone
new sonar.PDDisaggregation("qwen3", {
  platform,
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
  prefill: { replicas: 2, engine: { kvCacheDtype: "fp8" } },
  decode: { replicas: 2, parallelism: { pipeline: 2 }, engine: { extraArgs: { "kv-offloading-size": 64 } } },
});
