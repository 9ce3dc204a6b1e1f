import * as pulumi from "@pulumi/pulumi";
import type { ServingPlan } from "@sonar-iac/topology";
import type { ModelCache } from "../caches";
import type { EnginePool } from "../engine";
import type { Gateway } from "../gateway";
import type { MultiNodePipelineArgs } from "./args";
import { serviceGateway, serviceKeys, serviceNodes, servicePool, serviceWeights, warn } from "./parts";
import { mustPlan, planMultiNodePipeline } from "./plan";

const type = "sonar:index:MultiNodePipeline";

/**
 * Replicas that span several nodes each, behind one gateway. The cluster needs the LeaderWorkerSet controller.
 *
 * @example Four nodes of eight GPUs for each replica
 * ```ts
 * const big = new MultiNodePipeline("big", {
 *   platform,
 *   image: "registry.example.com/aphrodite:0.24.1@sha256:…",
 *   model: { source: "org/checkpoint", servedName: "big", maxLength: "auto", layers: 78 },
 *   replicas: 2,
 *   nodesPerReplica: 4,
 *   parallelism: { tensor: 8, pipeline: 4, layersPerStage: [18, 20, 20, 20] },
 *   network: { interface: "eth0" },
 * });
 * export const url = big.url;
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class MultiNodePipeline extends pulumi.ComponentResource {
  /** Base URL of the OpenAI-compatible API. */
  readonly url: pulumi.Output<string>;
  /** Keys by client, as secrets; empty when they stand in an existing Secret. */
  readonly apiKeys: Record<string, pulumi.Output<string>>;
  /** What runs, as plain data. */
  readonly plan: ServingPlan;
  readonly pool: EnginePool;
  readonly gateway: Gateway;
  readonly modelCache: ModelCache;

  constructor(name: string, args: MultiNodePipelineArgs, opts?: pulumi.ComponentResourceOptions) {
    const plan = mustPlan("MultiNodePipeline", name, planMultiNodePipeline(name, args));
    super(type, name, { plan }, opts);
    const parts = { name, args, plan, parent: this };
    const { overrides = {}, scheduling } = args;
    this.plan = plan;
    warn(parts);

    const nodes = serviceNodes(parts);
    const keys = serviceKeys(parts);
    this.modelCache = serviceWeights(parts);
    const { modelCache } = this;
    this.pool = servicePool(parts, "serve", {
      keys,
      modelCache,
      nodes,
      overrides: overrides.engine,
      groups: scheduling,
    });
    this.gateway = serviceGateway(parts, keys, {
      records: this.pool.records,
      overrides: overrides.gateway,
    });

    this.url = this.gateway.url;
    this.apiKeys = keys.clients;
    this.registerOutputs({ url: this.url });
  }
}
