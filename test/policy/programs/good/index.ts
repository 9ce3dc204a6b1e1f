import { tmpdir } from "node:os";
import { join } from "node:path";
import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";

// manifests go into a folder, so that no cluster is asked
const provider = new k8s.Provider("files", { renderYamlToDirectory: join(tmpdir(), "sonar-policy-good") });

const service = new sonar.ReplicatedService(
  "chat",
  {
    platform: sonar.kubernetes({ namespace: "llm", nodes: { gpusPerNode: 8 } }),
    image: `registry.example.com/aphrodite:0.24.1@sha256:${"0123456789abcdef".repeat(4)}`,
    model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
    replicas: 2,
    parallelism: { tensor: 2 },
    ...new pulumi.Config().getObject<Partial<sonar.ReplicatedServiceArgs>>("change"),
  },
  { providers: [provider] },
);

export const url = service.url;
