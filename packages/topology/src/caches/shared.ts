import type { PlatformSpec } from "../aws";
import { nodeSituation } from "../aws";
import { check } from "../check";
import { type ModelArgs, modelSchema, planModel } from "../model";
import { Explanations, type ModelPlan, type Problem, type WeightsPlan } from "../plan";
import { type ModelCacheSpec, modelCacheSchema } from "./args";
import { planWeightsAt } from "./plan";

/** A model cache that several services share, or everything that is wrong with it. */
export function planSharedCache(
  model: ModelArgs,
  cache: ModelCacheSpec | undefined,
  platform: PlatformSpec,
):
  | { model: ModelPlan; weights: WeightsPlan; problems: [] }
  | { model: undefined; weights: undefined; problems: Problem[] } {
  const shape = [
    ...check(modelSchema, model, "model").problems,
    ...(cache === undefined ? [] : check(modelCacheSchema, cache, "cache").problems),
  ];
  if (shape.length > 0) return { model: undefined, weights: undefined, problems: shape };
  const why = new Explanations();
  const problems: Problem[] = [];
  const planned = planModel(model, why, problems, []);
  const own = cache !== undefined || platform.modelCache === undefined;
  const at = own ? "cache" : "platform.modelCache";
  const weights = planWeightsAt(
    own ? cache : platform.modelCache,
    {
      model: planned,
      replicas: 1,
      enginesPerNode: null,
      nodes: nodeSituation(platform, "serve"),
      notes: { why, problems, warnings: [] },
    },
    at,
  );
  if (weights.kind !== "shared" || weights.accessMode === "ReadWriteOnce") {
    problems.push({
      path: at,
      message:
        'a cache for several services needs a volume that many nodes can mount. Use { kind: "storage-class", storageClass, accessMode: "ReadWriteMany" }, { kind: "claim", claimName }, or a platform with EFS or FSx for Lustre.',
    });
  }
  if (problems.length > 0) return { model: undefined, weights: undefined, problems };
  return { model: planned, weights, problems: [] };
}
