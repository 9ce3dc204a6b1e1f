import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { ModelPlan, Timings, WeightsPlan } from "@sonar-iac/topology";
import type { Platform } from "../platform";
import type { ModelCacheArgs, SecretReference } from "./args";
import { fetchJob } from "./fetch";

/** What a service tells its model cache. */
export interface ModelCacheInputs {
  platform: Platform;
  /** Name of the service, for labels. */
  service: string;
  plan: WeightsPlan;
  model: ModelPlan;
  timings: Timings;
  /** Image that fetches: the engine's, which has the hub's client. */
  image: pulumi.Input<string>;
  cache?: ModelCacheArgs;
  /** Token for the hub, only for whoever fetches. */
  huggingFaceToken?: SecretReference;
  /** ConfigMap with the library's scripts. */
  scripts: pulumi.Input<string>;
}

/** Shared weights: a claim, and a Job that fills it once for each model revision. Per-replica and ephemeral caches make nothing here. */
export class ModelCache extends pulumi.ComponentResource {
  /** Claim with the weights; undefined where each engine pod has its own. */
  readonly claimName?: pulumi.Output<string>;
  readonly claim?: k8s.core.v1.PersistentVolumeClaim;
  /** The fetch; engines start after it. */
  readonly job?: k8s.batch.v1.Job;

  constructor(name: string, args: ModelCacheInputs, opts?: pulumi.ComponentResourceOptions) {
    super("sonar:index:ModelCache", name, {}, opts);
    const { plan, cache, platform } = args;
    const parent = this;
    if (cache?.kind === "claim") {
      this.claimName = pulumi.output(cache.claimName);
    } else if (plan.kind === "shared") {
      const deletion = cache?.kind === "storage-class" ? (cache.deletion ?? "delete") : "delete";
      this.claim = new k8s.core.v1.PersistentVolumeClaim(
        name,
        {
          // a class that binds late would wait for the Job, and the Job for the claim
          metadata: { name, namespace: platform.namespace, annotations: { "pulumi.com/skipAwait": "true" } },
          spec: {
            accessModes: [plan.accessMode as string],
            ...(cache?.kind === "storage-class" &&
              cache.storageClass !== undefined && { storageClassName: cache.storageClass }),
            resources: { requests: { storage: `${plan.sizeGiB}Gi` } },
          },
        },
        { parent, retainOnDelete: deletion === "retain" },
      );
      this.claimName = this.claim.metadata.name;
    }
    if (plan.kind === "shared" && plan.fetch && this.claimName) {
      this.job = fetchJob(
        `${name}-fetch`,
        { ...args, claimName: this.claimName },
        { parent, dependsOn: this.claim ? [this.claim] : [] },
      );
    }
    this.registerOutputs({ claimName: this.claimName });
  }
}
