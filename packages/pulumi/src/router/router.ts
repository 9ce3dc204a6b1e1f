import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { KeyReferences } from "../keys";
import { accountAndBudget, frontDeployment, labelsOf } from "../kube";
import type { Platform } from "../platform";
import { routerPolicy, routerRights } from "./access";
import type { RouterArgs, RouterOverrides } from "./args";
import type { RoutedPlan } from "./config";
import { routerPod } from "./pod";
import { type RouterProgram, routerProgram } from "./program";

/** What a service tells its router. */
export interface RouterInputs {
  plan: RoutedPlan;
  platform: Platform;
  keys: KeyReferences;
  router?: RouterArgs;
  overrides?: RouterOverrides;
  /** What must be there before routers are waited for: a router without a pair of engines is not ready. @default [] */
  after?: pulumi.Resource[];
}

/** Pairs prefill with decode engines; several pods, none of which is needed. */
export class Router extends pulumi.ComponentResource {
  readonly deployment: k8s.apps.v1.Deployment;
  /** Headless Service with one SRV record for each ready router. */
  readonly service: k8s.core.v1.Service;
  /** The SRV record. */
  readonly record: pulumi.Output<string>;
  /** Path that answers 200 while a router takes requests. */
  readonly readyPath: string;

  constructor(name: string, args: RouterInputs, opts?: pulumi.ComponentResourceOptions) {
    super("sonar:index:Router", name, {}, opts);
    const { plan, platform } = args;
    const { router, timings } = plan;
    const labels = labelsOf(plan.name, "router");
    const metadata = { name, namespace: platform.namespace, labels: labels.all };
    const below = { parent: this };
    const program = routerProgram({ ...args, router: args.router ?? {} });
    this.readyPath = program.readyPath;

    const files = configMaps(name, { namespace: platform.namespace, labels: labels.all }, program, below);
    this.service = routerService(name, metadata, labels.selector, router.ports.http, below);
    const serviceAccountName = accountAndBudget(name, metadata, labels.selector, below);
    const rights = program.rules.length > 0 && routerRights(name, metadata, program, serviceAccountName, below);
    if (platform.networkPolicy) routerPolicy(name, metadata, labels.selector, args, below);
    this.deployment = frontDeployment(
      name,
      metadata,
      labels.selector,
      router.replicas,
      {
        metadata: { labels: labels.all },
        spec: routerPod({
          ...args,
          program,
          files: files.map((file) => file.metadata.name),
          serviceAccountName,
          selector: labels.selector,
        }),
      },
      {
        awaitSeconds: timings.await.routerSeconds ?? timings.await.gatewaySeconds,
        graceSeconds: timings.router.graceSeconds,
      },
      { parent: this, dependsOn: [...(args.after ?? []), ...(rights ? [rights] : [])] },
    );
    this.record = pulumi.interpolate`_http._tcp.${this.service.metadata.name}.${platform.namespace}.svc.${platform.clusterDomain}`;
    this.registerOutputs({ record: this.record });
  }
}

/** Named by Pulumi: they are replaced when their content changes, the new ones before the old ones go. */
const configMaps = (
  name: string,
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  { files }: RouterProgram,
  opts: pulumi.CustomResourceOptions,
) =>
  Object.entries(files).map(([role, data]) => new k8s.core.v1.ConfigMap(`${name}-${role}`, { metadata, data }, opts));

/** Gives gateways one SRV record for each ready router. */
const routerService = (
  name: string,
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  selector: Record<string, string>,
  port: number,
  opts: pulumi.CustomResourceOptions,
) =>
  new k8s.core.v1.Service(
    name,
    {
      metadata: { ...metadata, annotations: { "pulumi.com/skipAwait": "true" } },
      spec: { clusterIP: "None", selector, ports: [{ name: "http", port, targetPort: "http" }] },
    },
    opts,
  );
