import { commonSituation, type NodeSituation, type Notes, type PlatformSpec } from "../aws";
import { check } from "../check";
import type { NodeFacts } from "../hardware";
import { type CachePlan, Explanations, type ModelPlan, type PoolPlan, type WeightsPlan } from "../plan";
import type { CompileCacheSpec, ModelCacheSpec } from "./args";
import { isAwsCache, type PlatformCacheSpec, planAwsWeights, platformCacheSchema } from "./aws";
import { unfit } from "./capabilities";
import { planWeights } from "./weights";

/** What caches are planned from. */
export interface CachesInput {
  /** The service's own, which goes before the platform's. */
  modelCache: ModelCacheSpec | undefined;
  compileCache: CompileCacheSpec | undefined;
  platform: PlatformSpec;
  model: ModelPlan;
  /** What mounts them: engines of every role. */
  pools: [CacheUser, ...CacheUser[]];
}

/** Engines of one role, whose pods mount caches. */
export interface CacheUser {
  role: PoolPlan["role"];
  pods: number;
  gpusPerPod: number;
  node: NodeFacts;
  nodes: NodeSituation;
}

/** Where weights and kernels go. */
export function planCaches(input: CachesInput, notes: Notes): CachePlan {
  const { modelCache, platform, model, pools } = input;
  const { why, problems } = notes;
  const compile = input.compileCache ?? { kind: "claim-per-pod" };
  const lacks = compile.kind === "claim-per-pod" ? unfit("a compile cache", compile.driver) : undefined;
  if (lacks !== undefined)
    problems.push({ path: "compileCache", message: `${lacks} Use a class of EBS, or kind "ephemeral".` });
  const own = modelCache !== undefined || platform.modelCache === undefined;
  return {
    weights: planWeightsAt(
      own ? modelCache : platform.modelCache,
      {
        model,
        replicas: pools.reduce((sum, { pods }) => sum + pods, 0),
        enginesPerNode: enginesPerNode(pools),
        nodes: commonSituation(pools.map(({ nodes }) => nodes) as [NodeSituation, ...NodeSituation[]]),
        notes,
      },
      own ? "modelCache" : "platform.modelCache",
    ),
    compile: {
      ...compile,
      sizeGiB: why.because(
        "caches.compile.sizeGiB",
        compile.sizeGiB ?? 20,
        compile.sizeGiB === undefined ? "room for several engine versions' kernels" : "as given",
        "compileCache.sizeGiB",
      ),
    },
  };
}

/** Engine pods that one node holds at most; null where the nodes of a role are not known. */
function enginesPerNode(pools: CacheUser[]): number | null {
  const each = pools.map(({ node: { gpusPerNode }, gpusPerPod, pods }) =>
    gpusPerNode === null ? null : Math.min(pods, Math.max(1, Math.floor(gpusPerNode / gpusPerPod))),
  );
  return each.reduce((most, one) => (most === null || one === null ? null : Math.max(most, one)), 0);
}

interface WeightsInput {
  model: ModelPlan;
  replicas: number;
  enginesPerNode: number | null;
  nodes: NodeSituation;
  notes: Notes;
}

/** Where the weights of a model go, on any storage that a platform may have, and what is wrong with that. */
export function planWeightsAt(cache: PlatformCacheSpec | undefined, input: WeightsInput, at: string): WeightsPlan {
  const { model, replicas, notes } = input;
  if (cache !== undefined && isAwsCache(cache)) {
    return planAwsWeights(cache, input, at) ?? planWeights(undefined, model, replicas, new Explanations(), [], at);
  }
  // a service's own has been checked with its other arguments
  const shape = at.startsWith("platform.") && cache ? check(platformCacheSchema, cache, at).problems : [];
  notes.problems.push(...shape);
  return planWeights(shape.length > 0 ? undefined : cache, model, replicas, notes.why, notes.problems, at);
}

/** Whether each engine pod fetches its weights itself, as part of its start. */
export const fetchedInPods = ({ kind, fetch }: WeightsPlan) => fetch && kind !== "shared";
