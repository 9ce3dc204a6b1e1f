import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({ nodes: { instanceType: "g6e.12xlarge" } });

// as a ReplicatedService, more or less
new sonar.PDDisaggregation("qwen3", {
  platform,
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B" },
  replicas: 3,
  prefill: { replica: 2, parallelism: { tensor: 8 } },
  decode: { replicas: 2 },
  kvLoadFailure: "retry",
  transfer: { leaseSeconds: 1 },
  router: { kind: "vllm-router" },
  loadBalancing: { policy: "prefix-affinity" },
} as unknown as sonar.PDDisaggregationArgs);
