import type { EngineArgs } from "../engine/args";
import type { KVCacheIdentity, KVCachePlan, ModelPlan, Problem } from "../plan";
import { enginesChoice } from "./identity";
import { optionsOf } from "./namespace";

/** Whether a service is one that the cache is for: entries of another model or type are of no use, and take room. */
export function conflictProblems({ name, identity }: KVCachePlan, model: ModelPlan, engine: EngineArgs): Problem[] {
  return differences(identity, model, engine).flatMap(({ path, what, here, there, way }): Problem[] => {
    if (here === there) return [];
    const message = `the ${what} is ${here ?? unset(path)}, and ${there ?? unset(path)} in the cache "${name}" (kvCache): engines that differ in it cannot share entries. Either ${there === null ? `leave it out here or give it to the cache` : way(there)}, or another cache.`;
    return [{ path, ...(here !== null && { value: here }), message }];
  });
}

const unset = (path: string) => (path === "model.revision" ? "not given" : enginesChoice);

interface Difference {
  path: string;
  what: string;
  here: string | number | null;
  there: string | number | null;
  /** How the service takes the cache's. */
  way: (there: string | number) => string;
}

function differences(identity: KVCacheIdentity, model: ModelPlan, engine: EngineArgs): Difference[] {
  const auto = (value: string | undefined) => (value === undefined || value === "auto" ? null : value);
  const size = optionsOf(engine).get("block-size");
  return [
    {
      path: "model.source",
      what: "model",
      here: model.source,
      there: identity.model.source,
      way: (there) => `model.source: "${there}"`,
    },
    {
      path: "model.revision",
      what: "revision",
      here: model.revision ?? null,
      there: identity.model.revision ?? null,
      way: (there) => `model.revision: "${there}"`,
    },
    {
      path: "engine.dtype",
      what: "dtype",
      here: auto(engine.dtype),
      there: identity.dtype,
      way: (there) => `engine: { dtype: "${there}" }`,
    },
    {
      path: "engine.kvCacheDtype",
      what: "KV cache dtype",
      here: auto(engine.kvCacheDtype),
      there: identity.kvCacheDtype,
      way: (there) => `engine: { kvCacheDtype: "${there}" }`,
    },
    {
      path: "engine.extraArgs",
      what: '"block-size"',
      here: size ? Number(size[0]) : null,
      there: identity.blockSize,
      way: (there) => `engine: { extraArgs: { "block-size": ${there} } }`,
    },
  ];
}
