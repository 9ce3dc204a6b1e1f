import * as sonar from "@sonar-iac/pulumi";

const platform = sonar.kubernetes({
  namespace: "llm",
  nodes: { instanceType: "g6.2xlarge", selector: { "nvidia.com/gpu.product": "NVIDIA-L4" } },
});

const qwen = new sonar.ReplicatedService("qwen3", {
  platform,
  image:
    "registry.example.com/aphrodite:0.24.1@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
});

export const url = qwen.url; // the OpenAI-compatible base URL
export const apiKey = qwen.apiKeys.default; // a secret output
