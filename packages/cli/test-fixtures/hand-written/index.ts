import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";

// Sonar as somebody wrote it by hand, with mistakes that only a rule finds.
const config = new pulumi.Config();
const labels = { app: "qwen" };
new k8s.core.v1.Secret("keys", { stringData: { engine: "topsecret" } });
/** Where images come from: an address that is known only after deployment. */
const registry = config.getBoolean("later")
  ? new k8s.core.v1.Service("registry", { spec: {} }).status.apply(({ loadBalancer }) => loadBalancer.ingress[0]?.ip)
  : "registry.example.com";

new k8s.apps.v1.Deployment("qwen", {
  metadata: { namespace: "llm" },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [
          {
            name: "engine",
            image: pulumi.interpolate`${registry}/aphrodite:0.24.1`,
            command: ["sh", "-c"],
            args: [
              pulumi.interpolate`exec aphrodite serve Qwen/Qwen3-8B --api-key ${config.get("key") ?? "topsecret"}`,
            ],
            resources: { limits: { "nvidia.com/gpu": "1" } },
          },
        ],
      },
    },
  },
});
