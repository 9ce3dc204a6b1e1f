import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { ServingPlan } from "@sonar-iac/topology";
import { prometheus } from "../engine/networkPolicy";
import type { KeyReferences } from "../keys";
import { accountAndBudget, frontDeployment, hash, ingressPolicy, labelsOf } from "../kube";
import type { Platform } from "../platform";
import type { GatewayArgs } from "./args";
import { gatewayIngress, gatewayService, gatewayUrl } from "./exposure";
import { printHaproxy } from "./haproxy";
import { defaultImage, files, type GatewayOverrides, gatewayPod } from "./pod";
import { keysScript, runScript } from "./scripts";

/** What a service tells its gateway. */
export interface GatewayInputs {
  plan: ServingPlan;
  platform: Platform;
  keys: KeyReferences;
  /** SRV records of the engines, one for each port of a pod, or of the routers before them. */
  records: pulumi.Input<string>[];
  /** Path on which those answer 200 while they take requests. @default "/health" */
  healthPath?: string;
  gateway?: GatewayArgs;
  overrides?: GatewayOverrides;
}

/** HAProxy in front of engines: keys, admission, balancing and streams; several pods, none of which is needed. */
export class Gateway extends pulumi.ComponentResource {
  /** Base URL of the OpenAI-compatible API. */
  readonly url: pulumi.Output<string>;
  readonly deployment: k8s.apps.v1.Deployment;
  readonly service: k8s.core.v1.Service;
  readonly ingress?: k8s.networking.v1.Ingress;

  constructor(name: string, args: GatewayInputs, opts?: pulumi.ComponentResourceOptions) {
    super("sonar:index:Gateway", name, {}, opts);
    const { plan, platform, gateway: user = {} } = args;
    const { gateway, timings } = plan;
    const labels = labelsOf(plan.name, "gateway");
    const metadata = { name, namespace: platform.namespace, labels: labels.all };
    const exposure = user.exposure ?? { kind: "cluster-ip" };

    const text = pulumi.all(args.records).apply((records) =>
      printHaproxy(gateway, timings, {
        engines: { kind: "dns", records },
        healthPath: args.healthPath ?? "/health",
        ...(plan.router?.kind === "sonar" && { routers: true }),
        clientsMapFile: files.clients,
        engineKeyVariable: files.engineKeyVariable,
        ...(gateway.tls && { certificateFile: files.certificate }),
        resolvers: "resolv.conf",
      }),
    );
    // Pulumi replaces a ConfigMap whose content changes: without a name of its own the new one is there before the old one goes
    const config = new k8s.core.v1.ConfigMap(
      name,
      {
        metadata: { namespace: platform.namespace, labels: labels.all },
        data: { "haproxy.cfg": text, "run.sh": runScript, "keys.sh": keysScript },
      },
      { parent: this },
    );
    const serviceAccountName = accountAndBudget(name, metadata, labels.selector, { parent: this });
    if (platform.networkPolicy) gatewayPolicy(name, metadata, labels.selector, args, { parent: this });

    this.deployment = frontDeployment(
      name,
      metadata,
      labels.selector,
      gateway.replicas,
      {
        metadata: {
          labels: labels.all,
          annotations: {
            "checksum/config": text.apply((known) => hash(known + runScript + keysScript)),
            "checksum/keys": args.keys.revision,
          },
        },
        spec: gatewayPod({
          ...args,
          image: user.image ?? defaultImage,
          config: config.metadata.name,
          serviceAccountName,
          selector: labels.selector,
          ...(user.tlsSecretName !== undefined && { tlsSecretName: user.tlsSecretName }),
        }),
      },
      { awaitSeconds: timings.await.gatewaySeconds, graceSeconds: timings.gateway.graceSeconds },
      { parent: this },
    );
    const site = { metadata: { ...metadata, name: plan.name }, selector: labels.selector, gateway, timings, exposure };
    this.service = gatewayService(`${name}-http`, site, { parent: this });
    if (exposure.kind === "ingress")
      this.ingress = gatewayIngress(`${name}-ingress`, { ...site, exposure }, this.service, { parent: this });
    const outside = plan.loadBalancer && platform.exposeGateway?.(name, plan, this.service, { parent: this });
    this.url = outside ?? gatewayUrl(this.service, site, platform.clusterDomain);
    this.registerOutputs({ url: this.url });
  }
}

/** Clients reach the API's ports from anywhere, metrics only Prometheus. */
function gatewayPolicy(
  name: string,
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  selector: Record<string, string>,
  { plan, platform }: GatewayInputs,
  opts: pulumi.CustomResourceOptions,
) {
  const { http, https, metrics } = plan.gateway.ports;
  const open = [http, ...(https === null ? [] : [https])];
  const ingress = [
    { ports: open.map((port) => ({ protocol: "TCP", port })) },
    { from: [prometheus(platform)], ports: [{ protocol: "TCP", port: metrics }] },
  ];
  return ingressPolicy(name, metadata, selector, ingress, opts);
}
