import * as pulumi from "@pulumi/pulumi";
import type { PoolPlan, ServingPlan } from "@sonar-iac/topology";
import { ModelCache } from "../caches";
import { EnginePool } from "../engine";
import { Gateway } from "../gateway";
import { ApiKeys } from "../keys";
import type { ReplicatedServiceArgs } from "./args";
import { mustPlan, planReplicated } from "./plan";

const type = "sonar:index:ReplicatedService";

/**
 * One or more complete replicas of a model behind one gateway.
 *
 * @example Minimal
 * ```ts
 * const platform = kubernetes({ namespace: "llm", nodes: { gpusPerNode: 1 } });
 * const qwen = new ReplicatedService("qwen3", {
 *   platform,
 *   image: "registry.example.com/aphrodite:0.24.1@sha256:…",
 *   model: { source: "Qwen/Qwen3-8B", servedName: "qwen3", maxLength: 32768 },
 * });
 * export const url = qwen.url;
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class ReplicatedService extends pulumi.ComponentResource {
  /** Base URL of the OpenAI-compatible API. */
  readonly url: pulumi.Output<string>;
  /** Keys by client, as secrets; empty when they stand in an existing Secret. */
  readonly apiKeys: Record<string, pulumi.Output<string>>;
  /** What runs, as plain data. */
  readonly plan: ServingPlan;
  readonly pool: EnginePool;
  readonly gateway: Gateway;
  readonly modelCache: ModelCache;

  constructor(name: string, args: ReplicatedServiceArgs, opts?: pulumi.ComponentResourceOptions) {
    const plan = mustPlan("ReplicatedService", name, planReplicated(name, args));
    super(type, name, { plan }, opts);
    const { platform, image, huggingFaceToken, apiKeys, modelCache } = args;
    this.plan = plan;
    for (const { path, message } of plan.warnings) void pulumi.log.warn(`${path}: ${message}`, this);

    const nodes = platform.provisionNodes?.(name, plan, { parent: this }).serve;
    const keys =
      apiKeys instanceof ApiKeys ? apiKeys : new ApiKeys(`${name}-keys`, { ...apiKeys, platform }, { parent: this });
    this.modelCache =
      modelCache instanceof ModelCache
        ? modelCache
        : new ModelCache(
            `${name}-weights`,
            { platform, model: args.model, image, cache: modelCache, huggingFaceToken },
            { parent: this },
            {
              model: plan.model,
              weights: plan.caches.weights,
              service: name,
              serviceAccounts: [`${name}-serve`],
            },
          );
    this.pool = new EnginePool(
      `${name}-serve`,
      {
        plan,
        pool: plan.pools.serve as PoolPlan,
        platform,
        placement: nodes?.placement,
        image,
        keys: keys.references,
        modelCache: this.modelCache.cache,
        claimName: this.modelCache.claimName,
        accountAnnotations: this.modelCache.storage?.accountAnnotations,
        huggingFaceToken: this.modelCache.token,
        secretEnvironment: args.secretEnvironment,
        runAsUser: args.runAsUser,
        overrides: args.overrides?.engine,
        after: [...(nodes?.after ?? []), ...this.modelCache.ready],
      },
      { parent: this },
    );
    this.gateway = new Gateway(
      `${name}-gateway`,
      {
        plan,
        platform,
        keys: keys.references,
        record: this.pool.record,
        gateway: args.gateway,
        overrides: args.overrides?.gateway,
      },
      { parent: this },
    );

    this.url = this.gateway.url;
    this.apiKeys = keys.clients;
    this.registerOutputs({ url: this.url });
  }
}
