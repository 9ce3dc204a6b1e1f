import { z } from "zod";
import {
  drainWarnings,
  type LoadBalancerSpec,
  type NodeGroupsSpec,
  type PlatformSpec,
  planLoadBalancer,
  planNodeGroups,
  platformFacts,
} from "../aws";
import {
  type CompileCacheSpec,
  compileCacheSchema,
  fetchedInPods,
  type ModelCacheSpec,
  modelCacheSchema,
  type PlatformCacheSpec,
  planCaches,
} from "../caches";
import { check, independent, object, prune, wholeNumber } from "../check";
import { type EngineArgs, engineSchema } from "../engine/args";
import { engineVersion } from "../engine/version";
import {
  type AdmissionArgs,
  admissionSchema,
  type GatewaySpec,
  gatewaySchema,
  type LoadBalancingArgs,
  loadBalancingSchema,
  planGateway,
  queueSecondsOf,
} from "../gateway";
import { nodesSchema } from "../hardware";
import { type KeysSpec, keysSchema, planKeys } from "../keys";
import { memoryWarnings } from "../memory";
import { type ModelArgs, modelSchema, planModel } from "../model";
import { gpusOf, type ParallelismArgs, parallelismSchema } from "../parallelism";
import { Explanations, type Problem, type ServingPlan } from "../plan";
import { maxRequestSchema, planAwait, planClock, planStartup, type StartupArgs, startupSchema } from "../timing";
import { nameProblems } from "./name";
import { planServePool } from "./pool";
import { totalsOf } from "./totals";

/** Plain part of a ReplicatedService's arguments: all that decides its structure. */
export interface ReplicatedServiceSpec {
  platform: PlatformSpec;
  model: ModelArgs;
  /** Complete copies of the model. @default 1 */
  replicas?: number;
  parallelism?: ParallelismArgs;
  engine?: EngineArgs;
  /** Longest request in seconds; every other time follows from it. @default 600 */
  maxRequestSeconds?: number;
  startup?: StartupArgs;
  loadBalancing?: LoadBalancingArgs;
  admission?: AdmissionArgs;
  gateway?: GatewaySpec;
  apiKeys?: KeysSpec;
  modelCache?: ModelCacheSpec;
  compileCache?: CompileCacheSpec;
}

export const replicatedServiceSchema = object({
  // node groups, load balancers and the platform's cache are checked where they are planned
  platform: object({
    nodes: nodesSchema,
    nodeGroups: z.custom<NodeGroupsSpec>().optional(),
    loadBalancer: z.custom<LoadBalancerSpec>().optional(),
    modelCache: z.custom<PlatformCacheSpec>().optional(),
  }),
  model: modelSchema,
  replicas: wholeNumber({ min: 1, max: 1000, hint: "Give the number of complete copies to run." }).optional(),
  parallelism: parallelismSchema.optional(),
  engine: engineSchema.optional(),
  maxRequestSeconds: maxRequestSchema.optional(),
  startup: startupSchema.optional(),
  loadBalancing: loadBalancingSchema.optional(),
  admission: admissionSchema.optional(),
  gateway: gatewaySchema.optional(),
  apiKeys: keysSchema.optional(),
  modelCache: modelCacheSchema.optional(),
  compileCache: compileCacheSchema.optional(),
});

/** A plan, or all that is wrong. */
export type Planned = { plan: ServingPlan; problems: [] } | { plan: undefined; problems: Problem[] };

/** What a ReplicatedService of these arguments runs. Never throws on bad arguments: it lists them all. */
export function planReplicatedService(name: string, args: ReplicatedServiceSpec): Planned {
  const shape = check(replicatedServiceSchema, args).problems;
  const spec = prune(args, shape);
  if (!check(replicatedServiceSchema, spec).value)
    return { plan: undefined, problems: [...nameProblems(name), ...shape] };
  const { plan, problems } = planChecked(name, spec);
  const all = [...nameProblems(name), ...shape, ...independent(problems, shape)];
  return all.length > 0 ? { plan: undefined, problems: all } : { plan, problems: [] };
}

/** The plan of arguments of the right shape, with what the rules between fields find. */
function planChecked(name: string, spec: ReplicatedServiceSpec): { plan: ServingPlan; problems: Problem[] } {
  const why = new Explanations();
  const problems: Problem[] = [];
  const warnings: Problem[] = [];

  const replicas = spec.replicas ?? 1;
  const engine = spec.engine ?? {};
  const frontend = engine.frontend ?? "python";
  const model = planModel(spec.model, why, problems, warnings);
  const node = platformFacts(spec.platform, "serve", why, problems);
  const caches = planCaches(
    {
      modelCache: spec.modelCache,
      compileCache: spec.compileCache,
      platform: spec.platform,
      node,
      model,
      replicas,
      gpusPerEngine: gpusOf(spec.parallelism ?? {}),
    },
    { why, problems, warnings },
  );
  const admission = spec.admission ?? {};
  const maxRequestSeconds = why.because(
    "timings.maxRequestSeconds",
    spec.maxRequestSeconds ?? 600,
    spec.maxRequestSeconds === undefined ? "ten minutes" : "as given",
    "maxRequestSeconds",
  );
  const clock = planClock({ maxRequestSeconds, queueSeconds: queueSecondsOf(admission) }, why);
  const { throughputMiBps } = caches.weights.storage;
  const startup = planStartup(spec.startup ?? {}, model.weightsBytes, throughputMiBps ?? undefined, why);
  const pool = planServePool(
    {
      model,
      shape: spec.model,
      engine,
      parallelism: spec.parallelism ?? {},
      node,
      replicas,
      timings: { ...clock, startup },
      weights: caches.weights,
    },
    why,
    problems,
    warnings,
  );
  warnings.push(...memoryWarnings(model, pool.gpusPerEngine, node.gpuMemoryGiB, engine.gpuMemoryUtilization));
  const gateway = planGateway(
    {
      gateway: spec.gateway ?? {},
      admission,
      loadBalancing: spec.loadBalancing ?? {},
      model,
      contextLimit: spec.model.contextLimit,
      replicas,
      maxSequences: engine.maxSequences,
      frontend,
      exposure: spec.platform.loadBalancer?.kind,
    },
    why,
    problems,
    warnings,
  );
  const loadBalancer = planLoadBalancer(spec.platform.loadBalancer, gateway, clock, { why, problems, warnings });
  const keys = planKeys(spec.apiKeys, problems);
  const timings = {
    ...clock,
    startup,
    await: planAwait(
      {
        replicas,
        grace: clock.engine.graceSeconds,
        probe: startup.probeSeconds,
        fetch: fetchedInPods(caches.weights) ? caches.weights.fetchSeconds : 0,
        gateways: gateway.replicas,
        gatewayGrace: clock.gateway.graceSeconds,
        rollout: spec.startup?.rolloutSeconds,
      },
      why,
    ),
  };
  const pools = { serve: pool };
  const nodeGroups =
    spec.platform.nodeGroups && planNodeGroups(spec.platform.nodeGroups, pools, { why, problems, warnings });
  warnings.push(...drainWarnings(nodeGroups ?? {}, clock));
  return {
    plan: {
      service: "ReplicatedService",
      name,
      engineVersion,
      model,
      pools,
      ...(nodeGroups && { nodeGroups }),
      gateway,
      ...(loadBalancer && { loadBalancer }),
      caches,
      keys,
      warmUp: spec.startup?.warmUp ?? true,
      timings,
      totals: totalsOf(pools, gateway, why, nodeGroups),
      warnings,
      explanations: why.all,
    },
    problems,
  };
}
