import * as sonar from "@sonar-iac/pulumi";

new sonar.ReplicatedService("llama", {
  platform: sonar.kubernetes({ nodes: { instanceType: "p5.48xlarge" } }),
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "meta-llama/Llama-3.1-405B-Instruct" },
  parallelism: { tensor: 8, pipeline: 2 },
});
