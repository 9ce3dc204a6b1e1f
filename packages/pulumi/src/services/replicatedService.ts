import * as pulumi from "@pulumi/pulumi";
import type { ServingPlan } from "@sonar-iac/topology";
import type { ModelCache } from "../caches";
import type { EnginePool } from "../engine";
import type { Gateway } from "../gateway";
import type { ReplicatedServiceArgs } from "./args";
import { serviceGateway, serviceKeys, serviceNodes, servicePool, serviceWeights, warn } from "./parts";
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
    const parts = { name, args, plan, parent: this };
    this.plan = plan;
    warn(parts);

    const nodes = serviceNodes(parts);
    const keys = serviceKeys(parts);
    this.modelCache = serviceWeights(parts);
    const { modelCache } = this;
    this.pool = servicePool(parts, "serve", { keys, modelCache, nodes, overrides: args.overrides?.engine });
    this.gateway = serviceGateway(parts, keys, {
      records: this.pool.records,
      overrides: args.overrides?.gateway,
    });

    this.url = this.gateway.url;
    this.apiKeys = keys.clients;
    this.registerOutputs({ url: this.url });
  }
}
