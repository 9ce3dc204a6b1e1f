import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { type ModelArgs, type ModelPlan, planSharedCache, type WeightsPlan } from "@sonar-iac/topology";
import { InvalidArgsError } from "../args";
import { labelsOf } from "../kube";
import type { Platform, ProvidedStorage } from "../platform";
import { type ModelCacheArgs, plainCache, type SecretReference, type TokenReference } from "./args";
import { fetchJob } from "./fetch";
import { fetchScript } from "./fetchScript";
import { tokenInCluster, tokenProblems } from "./token";

/** Arguments of {@link ModelCache}. */
export interface ModelCacheOptions {
  platform: Platform;
  /** The model to fetch. */
  model: ModelArgs;
  /** Image with the hub's client; the engine's has it. */
  image: pulumi.Input<string>;
  /** Where the weights live; a volume that many nodes can mount. @default the platform's */
  cache?: ModelCacheArgs;
  /** Token for gated models, only for the fetch. @default none */
  huggingFaceToken?: TokenReference;
}

/** What a service that makes its own cache has planned already. */
interface Planned {
  model: ModelPlan;
  weights: WeightsPlan;
  /** The service's name, for labels. */
  service: string;
  /** Service accounts of the engines. */
  serviceAccounts: string[];
}

/**
 * Weights that are fetched once for a model revision and read by all engines: a claim, and a Job that fills it.
 * A service makes its own, unless it is given one that several services share. Claims for each replica, and ephemeral
 * caches, come with the engines' pods: then nothing is made here.
 *
 * @example
 * ```ts
 * const cache = { kind: "storage-class", storageClass: "efs", accessMode: "ReadWriteMany" } as const;
 * const weights = new ModelCache("weights", { platform, image, model, cache });
 * new ReplicatedService("chat", { platform, image, model, modelCache: weights });
 * new ReplicatedService("batch", { platform, image, model, modelCache: weights });
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class ModelCache extends pulumi.ComponentResource {
  /** Where the weights live: as given, or as the platform has made it. */
  readonly cache?: ModelCacheArgs;
  /** What the platform has made; undefined where the cache is the cluster's own. @internal */
  readonly storage?: ProvidedStorage;
  readonly plan: WeightsPlan;
  readonly model: ModelPlan;
  /** Claim with the weights; undefined where each engine pod has its own. */
  readonly claimName?: pulumi.Output<string>;
  readonly claim?: k8s.core.v1.PersistentVolumeClaim;
  /** The fetch; engines start after it. */
  readonly job?: k8s.batch.v1.Job;
  /** The token for the fetch, as a Secret of the cluster. @internal */
  readonly token?: SecretReference;

  constructor(name: string, args: ModelCacheOptions, opts?: pulumi.ComponentResourceOptions);
  /** @internal */
  constructor(name: string, args: ModelCacheOptions, opts: pulumi.ComponentResourceOptions, planned: Planned);
  constructor(
    name: string,
    args: ModelCacheOptions,
    opts?: pulumi.ComponentResourceOptions,
    planned = planAlone(name, args),
  ) {
    super("sonar:index:ModelCache", name, {}, opts);
    const { platform } = args;
    const { model, weights: plan, service, serviceAccounts } = planned;
    if (args.cache === undefined) {
      const need = { weights: plan, namespace: platform.namespace, serviceAccounts };
      this.storage = platform.modelCache?.provision?.(name, need, { parent: this });
    }
    if (plan.fetch) this.token = tokenInCluster(`${name}-token`, platform, args.huggingFaceToken, { parent: this });
    const cache = args.cache ?? this.storage?.cache ?? platform.modelCache?.args;
    this.cache = cache;
    this.plan = plan;
    this.model = model;
    if (cache?.kind === "claim") this.claimName = pulumi.output(cache.claimName);
    else if (plan.kind === "shared") {
      this.claim = claimOf(name, { cache, platform }, plan, { parent: this });
      this.claimName = this.claim.metadata.name;
    }
    if (plan.kind === "shared" && plan.fetch && this.claimName) {
      const labels = labelsOf(service, "fetch").all;
      const scripts = new k8s.core.v1.ConfigMap(
        `${name}-scripts`,
        {
          metadata: { namespace: platform.namespace, labels },
          data: { "fetch.py": fetchScript },
        },
        { parent: this },
      );
      this.job = fetchJob(
        `${name}-fetch`,
        {
          platform,
          huggingFaceToken: this.token,
          image: cache?.fetchImage ?? args.image,
          plan,
          model,
          labels,
          claimName: this.claimName,
          scripts: scripts.metadata.name,
          takeOver: cache?.kind === "claim" && cache.takeOver,
        },
        { parent: this, dependsOn: [...(this.claim ? [this.claim] : []), ...(this.storage?.after ?? [])] },
      );
    }
    this.registerOutputs({ claimName: this.claimName });
  }

  /** What engines wait for: they run offline on what the fetch has left. @internal */
  get ready(): pulumi.Resource[] {
    return [...(this.storage?.after ?? []), ...(this.job ? [this.job] : [])];
  }
}

function planAlone(name: string, { model, cache, platform, huggingFaceToken }: ModelCacheOptions): Planned {
  const problems: Parameters<typeof plainCache>[1] = [];
  const planned = planSharedCache(model, cache && plainCache(cache, problems, "cache"), {
    nodes: platform.nodes,
    nodeGroups: platform.nodeGroups,
    modelCache: platform.modelCache?.spec,
  });
  problems.push(...planned.problems, ...tokenProblems(huggingFaceToken, platform));
  if (problems.length > 0 || !planned.weights) throw new InvalidArgsError("ModelCache", name, problems);
  return { model: planned.model, weights: planned.weights, service: name, serviceAccounts: [] };
}

function claimOf(
  name: string,
  { cache, platform }: { cache?: ModelCacheArgs; platform: Platform },
  plan: WeightsPlan,
  opts: pulumi.CustomResourceOptions,
) {
  const ofClass = cache?.kind === "storage-class" ? cache : undefined;
  return new k8s.core.v1.PersistentVolumeClaim(
    name,
    {
      // a class that binds late would wait for the Job, and the Job for the claim
      metadata: { name, namespace: platform.namespace, annotations: { "pulumi.com/skipAwait": "true" } },
      spec: {
        accessModes: [plan.accessMode as string],
        ...(ofClass?.storageClass !== undefined && { storageClassName: ofClass.storageClass }),
        resources: { requests: { storage: `${plan.sizeGiB}Gi` } },
      },
    },
    { ...opts, retainOnDelete: ofClass?.deletion === "retain" },
  );
}
