import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { Platform } from "../platform";

/** Lets only the service's gateway and Prometheus reach engines. */
export function enginePolicy(
  name: string,
  args: {
    platform: Platform;
    selector: Record<string, string>;
    gateway: Record<string, string>;
    port: number;
    labels: Record<string, string>;
  },
  opts: pulumi.CustomResourceOptions,
) {
  const { platform, selector, gateway, port, labels } = args;
  return new k8s.networking.v1.NetworkPolicy(
    name,
    {
      metadata: { name, namespace: platform.namespace, labels },
      spec: {
        podSelector: { matchLabels: selector },
        policyTypes: ["Ingress"],
        ingress: [
          {
            from: [{ podSelector: { matchLabels: gateway } }, prometheus(platform)],
            ports: [{ protocol: "TCP", port }],
          },
        ],
      },
    },
    opts,
  );
}

/** Pods of the namespace that scrapes. */
export const prometheus = (platform: Platform) => ({
  namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": platform.prometheusNamespace } },
});
