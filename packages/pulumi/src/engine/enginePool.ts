import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { PoolPlan, RankPlan } from "@sonar-iac/topology";
import { accountAndBudget, hash, labelsOf } from "../kube";
import { enginePolicy } from "./networkPolicy";
import { type EnginePodInputs, enginePod } from "./pod";
import { awaitRollout } from "./rollout";
import { engineScripts } from "./scripts";

/** Arguments of {@link EnginePool}. */
export interface EnginePoolArgs extends Omit<EnginePodInputs, "serviceAccountName" | "selector" | "scripts"> {
  /** What must be there before engines start, such as the fetch Job. @default [] */
  after?: pulumi.Resource[];
}

/**
 * Interchangeable engines: a StatefulSet whose pods are replaced one at a time, found through a headless Service.
 * Made by the services; use it alone to put engines behind a gateway of your own.
 */
export class EnginePool extends pulumi.ComponentResource {
  readonly statefulSet: k8s.apps.v1.StatefulSet;
  /** Headless Service with one SRV record for each ready engine. */
  readonly service: k8s.core.v1.Service;
  /** The SRV record. */
  readonly record: pulumi.Output<string>;

  constructor(name: string, args: EnginePoolArgs, opts?: pulumi.ComponentResourceOptions) {
    super("sonar:index:EnginePool", name, {}, opts);
    const { plan, pool, platform } = args;
    const labels = labelsOf(plan.name, "engine");
    const gateway = labelsOf(plan.name, "gateway").selector;
    const metadata = { name, namespace: platform.namespace, labels: labels.all };

    const scripts = new k8s.core.v1.ConfigMap(
      `${name}-scripts`,
      // named by Pulumi: it is replaced when its content changes, the new one before the old one goes
      { metadata: { namespace: platform.namespace, labels: labels.all }, data: engineScripts },
      { parent: this },
    );
    this.service = headlessService(name, metadata, labels.selector, pool, { parent: this });
    const below = { parent: this };
    const serviceAccountName = accountAndBudget(name, metadata, labels.selector, below, args.accountAnnotations);
    if (platform.networkPolicy) {
      enginePolicy(
        name,
        { platform, selector: labels.selector, gateway, port: pool.httpPort, labels: labels.all },
        { parent: this },
      );
    }
    this.statefulSet = statefulSet(
      name,
      {
        ...args,
        scripts: scripts.metadata.name,
        serviceAccountName,
        selector: labels.selector,
      },
      { metadata, serviceName: this.service.metadata.name },
      { parent: this, dependsOn: args.after ?? [] },
    );
    if (platform.awaitRollout) {
      awaitRollout(name, this.statefulSet, plan.timings.await.updateSeconds, { parent: this });
    }
    this.record = pulumi.interpolate`_http._tcp.${this.service.metadata.name}.${platform.namespace}.svc.${platform.clusterDomain}`;
    this.registerOutputs({ record: this.record });
  }
}

type Metadata = k8s.types.input.meta.v1.ObjectMeta;

function headlessService(
  name: string,
  metadata: Metadata,
  selector: Record<string, string>,
  pool: PoolPlan,
  opts: pulumi.CustomResourceOptions,
) {
  return new k8s.core.v1.Service(
    name,
    {
      // an empty pool is no error of the Service: engines load for minutes
      metadata: { ...metadata, annotations: { "pulumi.com/skipAwait": "true" } },
      spec: { clusterIP: "None", selector, ports: [{ name: "http", port: pool.httpPort, targetPort: "http" }] },
    },
    opts,
  );
}

function statefulSet(
  name: string,
  inputs: EnginePodInputs,
  { metadata, serviceName }: { metadata: Metadata; serviceName: pulumi.Input<string> },
  opts: pulumi.CustomResourceOptions,
) {
  const { plan, pool, selector } = inputs;
  const { spec, claims } = enginePod(inputs, pool.ranks[0] as RankPlan);
  const { createSeconds, updateSeconds } = plan.timings.await;
  return new k8s.apps.v1.StatefulSet(
    name,
    {
      metadata,
      spec: {
        replicas: pool.replicas,
        serviceName,
        selector: { matchLabels: selector },
        // scaling starts all at once; updates still go one pod after the other
        podManagementPolicy: "Parallel",
        updateStrategy: { type: "RollingUpdate" },
        // the gateway has found the new engine before the next one stops
        minReadySeconds: 10,
        revisionHistoryLimit: 3,
        ...(claims.length > 0 && {
          volumeClaimTemplates: claims,
          persistentVolumeClaimRetentionPolicy: { whenDeleted: retention(inputs), whenScaled: "Retain" },
        }),
        template: {
          metadata: {
            labels: metadata.labels,
            annotations: { "checksum/scripts": hash(JSON.stringify(engineScripts)) },
          },
          spec,
        },
      },
    },
    {
      ...opts,
      customTimeouts: {
        create: `${createSeconds}s`,
        update: `${updateSeconds}s`,
        delete: `${plan.timings.engine.graceSeconds + 120}s`,
      },
    },
  );
}

const retention = ({ modelCache }: EnginePodInputs) =>
  modelCache?.kind === "storage-class" && modelCache.deletion === "retain" ? "Retain" : "Delete";
