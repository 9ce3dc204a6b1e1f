import { check, independent, prune } from "../check";
import { choiceProblems } from "../engine/rules";
import { engineVersion } from "../engine/version";
import { Explanations, type KVCacheBackendPlan, type KVCachePlan, type Problem } from "../plan";
import { nameProblems } from "../services/name";
import { type KVCacheBackendSpec, type KVCacheSpec, kvCacheSchema } from "./args";
import { planEstimate } from "./estimate";
import { identityOf } from "./identity";
import { planLMCache } from "./lmcache/plan";
import { lmcacheProblems, lmcacheWarnings } from "./lmcache/rules";
import { planMooncake } from "./mooncake/plan";
import { mooncakeProblems, mooncakeWarnings } from "./mooncake/rules";
import { ssdUsable } from "./mooncake/settings";
import { shapeProblems } from "./shape";
import { planCpu, planFilesystem, planObjectStore } from "./tiers/plan";
import { tierProblems, tierWarnings } from "./tiers/rules";

/** A cache's plan, or all that is wrong. */
export type PlannedKVCache = { plan: KVCachePlan; problems: [] } | { plan: undefined; problems: Problem[] };

/** What an ExternalKVCache of these arguments is. Never throws on bad arguments: it lists them all. */
export function planKVCache(name: string, args: KVCacheSpec): PlannedKVCache {
  const shape = check(kvCacheSchema, args).problems;
  const spec = prune(args, shape);
  if (!check(kvCacheSchema, spec).value) return { plan: undefined, problems: [...nameProblems(name), ...shape] };
  const { engine = {}, model, backend } = spec;
  const found = [
    ...choiceProblems("engine.dtype", "dtype", engine.dtype),
    ...choiceProblems("engine.kvCacheDtype", "kv-cache-dtype", engine.kvCacheDtype),
    ...(model.shape ? shapeProblems(model.shape) : []),
    ...rulesOf(backend).problems,
  ];
  const problems = [...nameProblems(name), ...shape, ...independent(found, shape)];
  if (problems.length > 0) return { plan: undefined, problems };
  const why = new Explanations();
  const identity = identityOf(spec);
  why.because("identity.id", identity.id, "of model, revision, types, block size and the engine's version", "model");
  const planned = planBackend(backend, identity.id, why);
  return {
    plan: {
      component: "ExternalKVCache",
      name,
      engineVersion,
      identity,
      backend: planned,
      estimate: planEstimate(spec, capacityGiB(planned), why),
      warnings: rulesOf(backend).warnings,
      explanations: why.all,
    },
    problems: [],
  };
}

function rulesOf(backend: KVCacheBackendSpec): { problems: Problem[]; warnings: Problem[] } {
  switch (backend.kind) {
    case "mooncake":
      return { problems: mooncakeProblems(backend), warnings: mooncakeWarnings(backend) };
    case "lmcache":
      return { problems: lmcacheProblems(backend), warnings: lmcacheWarnings(backend) };
    default:
      return { problems: tierProblems(backend), warnings: tierWarnings(backend) };
  }
}

function planBackend(backend: KVCacheBackendSpec, id: string, why: Explanations): KVCacheBackendPlan {
  switch (backend.kind) {
    case "mooncake":
      return planMooncake(backend, id, why);
    case "filesystem":
      return planFilesystem(backend, id, why);
    case "object-store":
      return planObjectStore(backend, id, why);
    case "cpu":
      return planCpu(backend);
    case "lmcache":
      return planLMCache(backend, why);
  }
}

/** GiB of entries that the whole cache holds; null where that grows with the engines, or has no bound but days. */
export function capacityGiB(backend: KVCacheBackendPlan): number | null {
  switch (backend.kind) {
    case "mooncake": {
      if (backend.stores === null) return null;
      const { replicas, memoryGiB, ssd } = backend.stores;
      // what is in memory is in the second tier too
      return replicas * Math.max(memoryGiB, (ssd?.sizeGiB ?? 0) * ssdUsable);
    }
    case "filesystem":
      return backend.cleaning.maxGiB;
    case "lmcache":
      return backend.server.kind === "valkey" ? backend.server.memoryGiB : (backend.server.maxGB * 1e9) / 2 ** 30;
    default:
      return null;
  }
}
