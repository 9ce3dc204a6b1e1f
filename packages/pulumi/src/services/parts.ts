import * as pulumi from "@pulumi/pulumi";
import type { PoolPlan, ServingPlan } from "@sonar-iac/topology";
import { ModelCache } from "../caches";
import { type EngineOverrides, EnginePool, type GroupScheduling } from "../engine";
import { Gateway, type GatewayInputs } from "../gateway";
import { ApiKeys } from "../keys";
import type { Platform, PoolNodes } from "../platform";
import type { ServiceArgs } from "./args";

/** What all parts of a service are made from. */
export interface Parts {
  /** The service's name. */
  name: string;
  args: ServiceArgs;
  plan: ServingPlan;
  parent: pulumi.ComponentResource;
}

/** Says what the plan warns of. */
export function warn({ plan, parent }: Parts): void {
  for (const { path, message } of plan.warnings) void pulumi.log.warn(`${path}: ${message}`, parent);
}

/** The nodes that the platform makes for the pools, by role. */
export const serviceNodes = ({ name, args, plan, parent }: Parts): Record<string, PoolNodes> =>
  args.platform.provisionNodes?.(name, plan, { parent }) ?? {};

/** The keys: those of the service, unless it is given some that several share. */
export const serviceKeys = ({ name, args, parent }: Parts): ApiKeys =>
  args.apiKeys instanceof ApiKeys
    ? args.apiKeys
    : new ApiKeys(`${name}-keys`, { ...args.apiKeys, platform: args.platform }, { parent });

/** The weights, one cache for all pools: that of the service, unless it is given one that several share. */
export function serviceWeights({ name, args, plan, parent }: Parts): ModelCache {
  const { platform, model, image, modelCache, huggingFaceToken } = args;
  if (modelCache instanceof ModelCache) return modelCache;
  return new ModelCache(
    `${name}-weights`,
    { platform, model, image, cache: modelCache, huggingFaceToken },
    { parent },
    {
      model: plan.model,
      weights: plan.caches.weights,
      service: name,
      serviceAccounts: Object.keys(plan.pools).map((role) => `${name}-${role}`),
    },
  );
}

/** What the engines of one role are made from. */
interface PoolParts {
  keys: ApiKeys;
  modelCache: ModelCache;
  nodes: Record<string, PoolNodes>;
  overrides: EngineOverrides | undefined;
  /** How the pods of an engine get onto nodes together, where it has several. @default {} */
  groups?: GroupScheduling;
  /** Nodes that exist, of this role alone. @default the platform's */
  existing?: Platform["nodes"];
}

/** The engines of one role. */
export function servicePool(
  { name, args, plan, parent }: Parts,
  role: PoolPlan["role"],
  { keys, modelCache, nodes, overrides, groups, existing }: PoolParts,
): EnginePool {
  const child = `${name}-${role}`;
  const kvCache = plan.kvCache?.pools[role] && args.kvCache?.attachment;
  // engines have the account of their pool's name
  const entries = kvCache?.grant?.(`${child}-kv-cache`, [child], { parent });
  return new EnginePool(
    child,
    {
      plan,
      pool: plan.pools[role] as PoolPlan,
      platform: existing ? { ...args.platform, nodes: existing } : args.platform,
      placement: nodes[role]?.placement,
      image: args.image,
      keys: keys.references,
      modelCache: modelCache.cache,
      claimName: modelCache.claimName,
      accountAnnotations: { ...modelCache.storage?.accountAnnotations, ...entries?.accountAnnotations },
      kvCache,
      huggingFaceToken: modelCache.token,
      secretEnvironment: args.secretEnvironment,
      runAsUser: args.runAsUser,
      overrides,
      groups,
      after: [...(nodes[role]?.after ?? []), ...modelCache.ready, ...(entries?.after ?? [])],
    },
    { parent },
  );
}

/** The gateway, in front of what stands in these records. */
export const serviceGateway = (
  { name, args, plan, parent }: Parts,
  keys: ApiKeys,
  front: Pick<GatewayInputs, "records" | "healthPath" | "overrides">,
): Gateway =>
  new Gateway(
    `${name}-gateway`,
    { plan, platform: args.platform, keys: keys.references, gateway: args.gateway, ...front },
    { parent },
  );
