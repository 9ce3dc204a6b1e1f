import { check, independent, prune } from "../../check";
import { Explanations, type Problem, type StoragePlan } from "../../plan";
import { type AwsCacheSpec, isAwsCache, platformCacheSchema } from "./args";
import { partOf } from "./plan";

/** Storage that stands alone, for whatever model, or everything that is wrong with it. */
export function planStorage(
  given: AwsCacheSpec,
): { storage: StoragePlan; sizeGiB: number | null; problems: [] } | { storage: undefined; problems: Problem[] } {
  const shape = check(platformCacheSchema, given).problems;
  const spec = check(platformCacheSchema, prune(given, shape)).value;
  if (!spec || !isAwsCache(spec)) return { storage: undefined, problems: shape };
  const found: Problem[] = [];
  const source = spec.kind === "s3" ? `s3://${spec.bucket}/${spec.prefix?.replace(/\/+$/, "") ?? "any"}` : "any/model";
  const { storage, sizeGiB } = partOf(spec, {
    model: { source, servedName: "any", maxLength: "auto" },
    replicas: 1,
    enginesPerNode: null,
    nodes: { instance: null, localStorage: null, efaInterfaces: null, zones: null, platformZones: null },
    notes: { why: new Explanations(), problems: found, warnings: [] },
  });
  const problems = [...shape, ...independent(found, shape)];
  return problems.length > 0 ? { storage: undefined, problems } : { storage, sizeGiB, problems: [] };
}
