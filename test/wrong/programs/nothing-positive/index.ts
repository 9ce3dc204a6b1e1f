import * as sonar from "@sonar-iac/pulumi";

new sonar.ReplicatedService("qwen3", {
  platform: sonar.kubernetes({ nodes: { gpusPerNode: 8 } }),
  image: "",
  model: { source: "Qwen/Qwen3-8B", maxLength: 0, weightsGiB: -15 },
  replicas: 0,
  parallelism: { tensor: Number.NaN },
  maxRequestSeconds: -1,
  admission: { perEngine: 1.5, queueSeconds: Number.POSITIVE_INFINITY },
});
