import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({ nodes: { gpusPerNode: 8 } });

// copied from commands that ran by hand
new sonar.PDDisaggregation("qwen3", {
  platform,
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
  prefill: {
    replicas: 2,
    engine: {
      extraArgs: {
        "kv-transfer-config": { kv_connector: "NixlConnector", kv_role: "kv_both", engine_id: "prefill-0" },
      },
    },
  },
  decode: { replicas: 2, engine: { environment: { PYTORCH_CUDA_ALLOC_CONF: "expandable_segments:True" } } },
});
