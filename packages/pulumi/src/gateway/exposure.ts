import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { GatewayPlan, Timings } from "@sonar-iac/topology";
import type { ExposureArgs } from "./args";

interface Inputs {
  metadata: k8s.types.input.meta.v1.ObjectMeta & { name: string };
  selector: Record<string, string>;
  gateway: GatewayPlan;
  timings: Timings;
  exposure: ExposureArgs;
}

/** The Service that clients, load balancers and Ingresses reach. */
export function gatewayService(
  name: string,
  { metadata, selector, gateway, exposure }: Inputs,
  opts: pulumi.CustomResourceOptions,
) {
  const https = gateway.ports.https !== null;
  const outside = exposure.kind === "load-balancer" ? exposure : undefined;
  return new k8s.core.v1.Service(
    name,
    {
      metadata: { ...metadata, ...(outside?.annotations && { annotations: outside.annotations }) },
      spec: {
        type: outside ? "LoadBalancer" : "ClusterIP",
        selector,
        ports: [
          https ? { name: "https", port: 443, targetPort: "https" } : { name: "http", port: 80, targetPort: "http" },
        ],
        ...(outside?.loadBalancerClass !== undefined && { loadBalancerClass: outside.loadBalancerClass }),
        ...(outside?.sourceRanges && { loadBalancerSourceRanges: outside.sourceRanges }),
      },
    },
    opts,
  );
}

/** An Ingress in front of the gateway, told not to buffer, not to retry and to wait as long as the gateway. */
export function gatewayIngress(
  name: string,
  { metadata, gateway, timings, exposure }: Inputs & { exposure: Extract<ExposureArgs, { kind: "ingress" }> },
  service: k8s.core.v1.Service,
  opts: pulumi.CustomResourceOptions,
) {
  const { host, tlsSecretName, className, annotations } = exposure;
  const idle = String(timings.loadBalancerIdleSeconds);
  const nginx = (key: string) => `nginx.ingress.kubernetes.io/${key}`;
  return new k8s.networking.v1.Ingress(
    name,
    {
      metadata: {
        ...metadata,
        annotations: {
          // without an address from a controller the Ingress is made all the same
          "pulumi.com/skipAwait": "true",
          [nginx("proxy-buffering")]: "off",
          [nginx("proxy-request-buffering")]: "off",
          [nginx("proxy-next-upstream")]: "off",
          [nginx("proxy-read-timeout")]: idle,
          [nginx("proxy-send-timeout")]: idle,
          [nginx("proxy-body-size")]: String(gateway.limits.bodyBytes),
          ...(gateway.tls && { [nginx("backend-protocol")]: "HTTPS" }),
          ...annotations,
        },
      },
      spec: {
        ...(className !== undefined && { ingressClassName: className }),
        ...(tlsSecretName !== undefined && { tls: [{ hosts: [host], secretName: tlsSecretName }] }),
        rules: [
          {
            host,
            http: {
              paths: [
                {
                  path: "/",
                  pathType: "Prefix",
                  backend: { service: { name: service.metadata.name, port: { name: gateway.tls ? "https" : "http" } } },
                },
              ],
            },
          },
        ],
      },
    },
    opts,
  );
}

/** Base URL for clients, as an OpenAI client wants it. */
export function gatewayUrl(
  service: k8s.core.v1.Service,
  { gateway, exposure }: Pick<Inputs, "gateway" | "exposure">,
  clusterDomain: string,
) {
  const scheme = gateway.tls ? "https" : "http";
  if (exposure.kind === "ingress") {
    return pulumi.interpolate`${exposure.tlsSecretName === undefined ? "http" : "https"}://${exposure.host}/v1`;
  }
  const inside = pulumi.interpolate`${scheme}://${service.metadata.name}.${service.metadata.namespace}.svc.${clusterDomain}/v1`;
  if (exposure.kind === "cluster-ip") return inside;
  return pulumi.all([inside, service.status]).apply(([cluster, status]) => {
    const address = status?.loadBalancer?.ingress?.[0];
    const host = address?.hostname ?? address?.ip;
    return host === undefined ? cluster : `${scheme}://${host}/v1`;
  });
}
