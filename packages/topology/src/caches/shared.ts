import { check } from "../check";
import { type ModelArgs, modelSchema, planModel } from "../model";
import { Explanations, type ModelPlan, type Problem, type WeightsPlan } from "../plan";
import { type ModelCacheSpec, modelCacheSchema } from "./args";
import { planWeights } from "./plan";

/** A model cache that several services share, or everything that is wrong with it. */
export function planSharedCache(
  model: ModelArgs,
  cache: ModelCacheSpec | undefined,
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
  const weights = planWeights(cache, planned, 1, why, problems);
  if (weights.kind !== "shared" || weights.accessMode === "ReadWriteOnce") {
    problems.push({
      path: "cache",
      message:
        'a cache for several services needs a volume that many nodes can mount. Use { kind: "storage-class", storageClass, accessMode: "ReadWriteMany" }, or { kind: "claim", claimName }.',
    });
  }
  if (problems.length > 0) return { model: undefined, weights: undefined, problems };
  return { model: planned, weights, problems: [] };
}
