import { tmpdir } from "node:os";
import { join } from "node:path";
import * as aws from "@pulumi/aws";
import * as k8s from "@pulumi/kubernetes";
import * as random from "@pulumi/random";

// manifests go into a folder, so that no cluster is asked
const provider = new k8s.Provider("files", { renderYamlToDirectory: join(tmpdir(), "sonar-policy-bad") });
const opts = { provider };
const labels = { app: "qwen" };
const metadata = { namespace: "llm" };
/** Known only after deployment. */
const tag = new random.RandomPassword("tag", { length: 8 });

new k8s.core.v1.PersistentVolumeClaim(
  "weights",
  {
    metadata: { ...metadata, name: "weights" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "50Gi" } } },
  },
  opts,
);

new k8s.apps.v1.Deployment(
  "qwen",
  {
    metadata,
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name: "engine",
              image: tag.result.apply((text) => `registry.example.com/aphrodite:${text}`),
              command: [
                "sh",
                "-c",
                "exec aphrodite serve Qwen/Qwen3-8B --tensor-parallel-size 2 --api-key sk-topsecret",
              ],
              env: [{ name: "APHRODITE_SERVER_DEV_MODE", value: "1" }],
              resources: { limits: { "nvidia.com/gpu": "2" }, requests: { "nvidia.com/gpu": "1" } },
              volumeMounts: [{ name: "weights", mountPath: "/models" }],
            },
          ],
          volumes: [{ name: "weights", persistentVolumeClaim: { claimName: "weights" } }],
        },
      },
    },
  },
  opts,
);

new k8s.core.v1.Service(
  "qwen",
  { metadata, spec: { type: "LoadBalancer", selector: labels, ports: [{ port: 80, targetPort: 2242 }] } },
  opts,
);

new aws.secretsmanager.Secret("keys", { recoveryWindowInDays: 0 });
