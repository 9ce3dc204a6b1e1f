import * as pulumi from "@pulumi/pulumi";
import type { ServingPlan } from "@sonar-iac/topology";
import type { ModelCache } from "../caches";
import { awaitRollout, counterparts, type EnginePool } from "../engine";
import type { Gateway } from "../gateway";
import { Router } from "../router";
import type { PDDisaggregationArgs } from "./args";
import { serviceGateway, serviceKeys, serviceNodes, servicePool, serviceWeights, warn } from "./parts";
import { mustPlanRouted, planPD } from "./plan";

const type = "sonar:index:PDDisaggregation";

/**
 * A prefill pool and a decode pool that exchange KV caches, a router that pairs them, and a gateway in front.
 *
 * @example
 * ```ts
 * const qwen = new PDDisaggregation("qwen3", {
 *   platform,
 *   image: "registry.example.com/aphrodite:0.24.1@sha256:…",
 *   model: { source: "Qwen/Qwen3-32B", servedName: "qwen3", maxLength: 32768 },
 *   prefill: { replicas: 4, parallelism: { tensor: 2 } },
 *   decode: { replicas: 2, parallelism: { tensor: 4 } },
 * });
 * export const url = qwen.url;
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class PDDisaggregation extends pulumi.ComponentResource {
  /** Base URL of the OpenAI-compatible API. */
  readonly url: pulumi.Output<string>;
  /** Keys by client, as secrets; empty when they stand in an existing Secret. */
  readonly apiKeys: Record<string, pulumi.Output<string>>;
  /** What runs, as plain data; `plan.scaling` has what to scale each pool by. */
  readonly plan: ServingPlan;
  readonly prefill: EnginePool;
  readonly decode: EnginePool;
  readonly router: Router;
  readonly gateway: Gateway;
  /** One for both pools. */
  readonly modelCache: ModelCache;

  constructor(name: string, args: PDDisaggregationArgs, opts?: pulumi.ComponentResourceOptions) {
    const plan = mustPlanRouted("PDDisaggregation", name, planPD(name, args));
    super(type, name, { plan }, opts);
    const parts = { name, args, plan, parent: this };
    const { platform, overrides = {} } = args;
    this.plan = plan;
    warn(parts);

    const nodes = serviceNodes(parts);
    const keys = serviceKeys(parts);
    this.modelCache = serviceWeights(parts);
    const common = { keys, modelCache: this.modelCache, nodes, groups: args.scheduling };
    const { prefill, decode } = args;
    this.prefill = servicePool(parts, "prefill", { ...common, overrides: overrides.prefill, existing: prefill.nodes });
    this.decode = servicePool(parts, "decode", { ...common, overrides: overrides.decode, existing: decode.nodes });
    if (platform.awaitRollout) this.awaitBoth();
    this.router = new Router(
      `${name}-router`,
      {
        plan,
        platform,
        keys: keys.references,
        router: args.router,
        overrides: overrides.router,
        after: [this.prefill.workload, this.decode.workload],
      },
      { parent: this },
    );
    this.gateway = serviceGateway(parts, keys, {
      records: [this.router.record],
      healthPath: this.router.readyPath,
      overrides: overrides.gateway,
    });

    this.url = this.gateway.url;
    this.apiKeys = keys.clients;
    this.registerOutputs({ url: this.url });
  }

  /** New engines of one side wait for those of the other: both sets are written before either is waited for. */
  private awaitBoth(): void {
    const { name, timings } = this.plan;
    for (const side of ["prefill", "decode"] as const) {
      const beside = [this[counterparts[side]].workload];
      const { statefulSet } = this[side];
      // a LeaderWorkerSet is waited for as it is written
      if (statefulSet)
        awaitRollout(`${name}-${side}`, statefulSet, timings.await.updateSeconds, { parent: this[side] }, beside);
    }
  }
}
