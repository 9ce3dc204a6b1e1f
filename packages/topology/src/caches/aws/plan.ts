import { check, independent, prune } from "../../check";
import { isHub, modelId } from "../../model";
import { Explanations, type Problem, type WeightsPlan } from "../../plan";
import { type AwsCacheSpec, isAwsCache, platformCacheSchema } from "./args";
import { type CacheContext, emptyProblem, type WeightsPart } from "./context";
import { planEbs } from "./ebs";
import { planEfs } from "./efs";
import { planLustre } from "./lustre";
import { planNvme } from "./nvme";
import { planS3 } from "./s3";

/**
 * Weights on storage of AWS; undefined where the arguments have no shape that could be planned. Never throws on bad arguments: it lists
 * them all.
 *
 * @param at where the cache stands in the arguments; "" where it stands alone
 */
export function planAwsWeights(given: AwsCacheSpec, context: CacheContext, at: string): WeightsPlan | undefined {
  const own = { why: new Explanations(), problems: [] as Problem[], warnings: [] as Problem[] };
  const shape = check(platformCacheSchema, given).problems;
  const spec = check(platformCacheSchema, prune(given, shape)).value;
  const plan = spec && isAwsCache(spec) ? planChecked(spec, { ...context, notes: own }) : undefined;
  const place = <T extends { path: string }>(one: T): T => ({ ...one, path: placed(at, one.path) });
  const { why, problems, warnings } = context.notes;
  problems.push(...[...shape, ...independent(own.problems, shape)].map(place));
  warnings.push(...own.warnings.map(place));
  for (const { path, override, ...rest } of own.why.all)
    why.all.push({
      ...rest,
      path: `caches.weights.${path}`,
      override: override.includes(".") ? override : placed(at, override),
    });
  return plan;
}

/** A path that begins with a slash is not the cache's own. */
function placed(at: string, path: string): string {
  if (path.startsWith("/")) return path.slice(1);
  return [at, path].filter((part) => part !== "").join(".");
}

function planChecked(spec: AwsCacheSpec, context: CacheContext): WeightsPlan {
  const { model, notes } = context;
  const part = partOf(spec, context);
  const { storage } = part;
  const hub = isHub(model.source);
  const filled = ("existing" in storage && storage.existing) || ("repository" in storage && storage.repository);
  if (model.source.startsWith("/") && !filled && part.kind !== "streamed")
    notes.problems.push(emptyProblem(model.source));
  return {
    ...part,
    existingClaim: false,
    fetch: hub && part.kind !== "streamed",
    fetchId: modelId(model),
    fetchSeconds: notes.why.because(
      "fetchSeconds",
      6 * 3600,
      "six hours for the download; it goes on where it stopped",
      "kind",
    ),
    offline: hub && part.kind !== "streamed",
  };
}

/** What each kind decides. */
export function partOf(spec: AwsCacheSpec, context: CacheContext): WeightsPart {
  switch (spec.kind) {
    case "efs":
      return planEfs(spec, context);
    case "fsx-lustre":
      return planLustre(spec, context);
    case "ebs":
      return planEbs(spec, context);
    case "s3":
      return planS3(spec, context);
    case "nvme":
      return planNvme(spec, context);
  }
}
