import {
  check,
  type KVCachePlan,
  type KVCacheSpec,
  object,
  type Problem,
  planKVCache,
  text,
} from "@sonar-iac/topology";
import {
  InvalidArgsError,
  input,
  laterProblem,
  overridesOf,
  platformSchema,
  runAsUserSchema,
  takeEventual,
} from "../args";
import type { ExternalKVCacheArgs } from "./args";
import { plainBackend } from "./names";
import { nameRules } from "./rules";

const names = object({
  platform: platformSchema,
  image: input(text("Give an image, best with a digest.")).optional(),
  runAsUser: runAsUserSchema.optional(),
});

const overridesSchema = overridesOf("master", "stores", "server", "cleaning");

/** What a cache of these arguments is, or everything that is wrong; creates nothing. */
export function planCache(name: string, args: ExternalKVCacheArgs): { plan?: KVCachePlan; problems: Problem[] } {
  const { platform, image, runAsUser, overrides, backend, ...rest } = args;
  const problems = [
    ...check(names, { platform, image, runAsUser }).problems,
    ...check(overridesSchema, overrides, "overrides").problems,
  ];
  const taken = takeEventual({ ...rest, backend: plainBackend(backend, problems) });
  problems.push(...taken.eventual.map(laterProblem));
  // names that are wrong are not judged by the company they keep
  if (problems.length === 0) problems.push(...nameRules(args));
  const planned = planKVCache(name, taken.plain as KVCacheSpec);
  problems.push(...planned.problems, ...unusedOverrides(args, planned.plan));
  return problems.length > 0 ? { problems } : { plan: planned.plan as KVCachePlan, problems };
}

/** Changes to pods that this cache does not have. */
function unusedOverrides({ overrides = {} }: ExternalKVCacheArgs, plan: KVCachePlan | undefined): Problem[] {
  if (plan === undefined || typeof overrides !== "object") return [];
  const pods = podsOf(plan);
  return Object.keys(overrides)
    .filter((child) => overrides[child as keyof typeof overrides] !== undefined && !pods.includes(child))
    .filter((child) => ["master", "stores", "server", "cleaning"].includes(child))
    .map((child) => ({
      path: `overrides.${child}`,
      message: `changes pods that a cache of kind "${plan.backend.kind}" does not have as it is set up. Leave it out.`,
    }));
}

function podsOf({ backend }: KVCachePlan): string[] {
  switch (backend.kind) {
    case "mooncake":
      return backend.stores ? ["master", "stores"] : ["master"];
    case "filesystem":
      return ["cleaning"];
    case "lmcache":
      return backend.server.kind === "valkey" ? ["server"] : [];
    default:
      return [];
  }
}

/** The plan, or an error that lists every problem. */
export function mustPlanCache(name: string, args: ExternalKVCacheArgs): KVCachePlan {
  const { plan, problems } = planCache(name, args);
  if (plan === undefined) throw new InvalidArgsError("ExternalKVCache", name, problems);
  return plan;
}
