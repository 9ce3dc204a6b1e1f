import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { accountAndBudget } from "../kube";
import { groupOf } from "./group/group";
import { servingSelector } from "./group/labels";
import { engineGroups } from "./group/leaderWorkerSet";
import { engineKVCache, type KVCacheAttachment } from "./kvCache";
import { enginePolicy } from "./networkPolicy";
import { pairingOf } from "./pairing";
import type { EnginePodInputs } from "./pod";
import { engineLabels } from "./role";
import { awaitRollout } from "./rollout";
import { compatibleService, governingService } from "./services";
import { apiPorts } from "./serving";
import { engineSet } from "./statefulSet";
import { podScripts } from "./template";

/** Arguments of {@link EnginePool}. */
export interface EnginePoolArgs
  extends Omit<EnginePodInputs, "serviceAccountName" | "selector" | "scripts" | "pairing" | "kvCache"> {
  /** What the service's KV cache gives to its engines. @default none */
  kvCache?: KVCacheAttachment;
  /** What must be there before engines start, such as the fetch Job. @default [] */
  after?: pulumi.Resource[];
}

/**
 * Interchangeable engines, found through a headless Service: a StatefulSet whose pods are replaced one at a time, or, where an engine has several pods,
 * a LeaderWorkerSet whose groups are.
 * Made by the services; use it alone to put engines behind a gateway of your own.
 */
export class EnginePool extends pulumi.ComponentResource {
  /** The StatefulSet; undefined where an engine has several pods. */
  readonly statefulSet?: k8s.apps.v1.StatefulSet;
  /** The StatefulSet, or the LeaderWorkerSet where an engine has several pods. */
  readonly workload: k8s.apps.v1.StatefulSet | k8s.apiextensions.CustomResource;
  /** Headless Service with one SRV record for each ready engine. */
  readonly service: k8s.core.v1.Service;
  /** The SRV records, one for each port of a pod that has an API. */
  readonly records: pulumi.Output<string>[];
  /** What engines must have in common to exchange KV caches, as the label's value; undefined where they serve whole requests. */
  readonly compatibility?: pulumi.Output<string>;

  constructor(name: string, args: EnginePoolArgs, opts?: pulumi.ComponentResourceOptions) {
    super("sonar:index:EnginePool", name, {}, opts);
    const { plan, pool, platform } = args;
    const labels = engineLabels(plan.name, pool.role);
    const metadata = { name, namespace: platform.namespace, labels: labels.all };
    const below = { parent: this };

    const scripts = new k8s.core.v1.ConfigMap(
      `${name}-scripts`,
      // named by Pulumi: it is replaced when its content changes, the new one before the old one goes
      { metadata: { namespace: platform.namespace, labels: labels.all }, data: podScripts(pool) },
      below,
    );
    const serving = servingSelector(labels.selector, pool);
    this.service = governingService(name, metadata, serving, pool, below);
    const after = [...(args.after ?? []), ...(args.kvCache?.after ?? [])];
    const kvCache = engineKVCache(name, args, { namespace: platform.namespace, labels: labels.all }, below);
    const pairing = pairingOf(args);
    if (pairing) {
      this.compatibility = pairing.compatibility;
      after.push(compatibleService(name, metadata, serving, { pool, pairing, owner: this.service }, below));
    }
    const serviceAccountName = accountAndBudget(name, metadata, labels.selector, below, args.accountAnnotations);
    if (platform.networkPolicy) enginePolicy(name, { platform, service: plan.name, pool, kvCache }, below);
    const inputs = {
      ...args,
      scripts: scripts.metadata.name,
      serviceAccountName,
      selector: labels.selector,
      pairing,
      kvCache,
    };
    const opened = { parent: this, dependsOn: after };
    const group = groupOf(pool);
    if (group) {
      this.workload = engineGroups(name, inputs, group, metadata, opened);
    } else {
      this.statefulSet = engineSet(name, inputs, { metadata, serviceName: this.service.metadata.name }, opened);
      this.workload = this.statefulSet;
      // the sides of a pair wait for each other: whoever makes both waits for both
      if (platform.awaitRollout && !pairing)
        awaitRollout(name, this.statefulSet, plan.timings.await.updateSeconds, below);
    }
    const host = pulumi.interpolate`${this.service.metadata.name}.${platform.namespace}.svc.${platform.clusterDomain}`;
    this.records = apiPorts(pool).map(({ name: port }) => pulumi.interpolate`_${port}._tcp.${host}`);
    this.registerOutputs({
      records: this.records,
      ...(this.compatibility && { compatibility: this.compatibility }),
    });
  }
}
