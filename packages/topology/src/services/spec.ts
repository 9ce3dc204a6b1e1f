import { z } from "zod";
import type { LoadBalancerSpec, NodeGroupsSpec, PlatformSpec } from "../aws";
import {
  type CompileCacheSpec,
  compileCacheSchema,
  type ModelCacheSpec,
  modelCacheSchema,
  type PlatformCacheSpec,
} from "../caches";
import { object, wholeNumber } from "../check";
import { type EngineArgs, engineSchema } from "../engine/args";
import { type AdmissionArgs, admissionSchema, type GatewaySpec, gatewaySchema } from "../gateway";
import { nodesSchema } from "../hardware";
import { type KeysSpec, keysSchema } from "../keys";
import { type ModelArgs, modelSchema } from "../model";
import type { KVCachePlan } from "../plan";
import { maxRequestSchema, type StartupArgs, startupSchema } from "../timing";

/** Plain part of the arguments that every service of engines takes. */
export interface ServiceSpec {
  platform: PlatformSpec;
  model: ModelArgs;
  /** Options of every engine. */
  engine?: EngineArgs;
  /** Longest request in seconds; every other time follows from it. @default 600 */
  maxRequestSeconds?: number;
  startup?: StartupArgs;
  admission?: AdmissionArgs;
  gateway?: GatewaySpec;
  apiKeys?: KeysSpec;
  modelCache?: ModelCacheSpec;
  compileCache?: CompileCacheSpec;
  /** A cache of KV blocks that engines share, also with other services. @default each engine keeps its own */
  kvCache?: KVCachePlan;
}

export const serviceShape = {
  // node groups, load balancers and the platform's cache are checked where they are planned
  platform: object({
    nodes: nodesSchema,
    nodeGroups: z.custom<NodeGroupsSpec>().optional(),
    loadBalancer: z.custom<LoadBalancerSpec>().optional(),
    modelCache: z.custom<PlatformCacheSpec>().optional(),
  }),
  model: modelSchema,
  engine: engineSchema.optional(),
  maxRequestSeconds: maxRequestSchema.optional(),
  startup: startupSchema.optional(),
  admission: admissionSchema.optional(),
  gateway: gatewaySchema.optional(),
  apiKeys: keysSchema.optional(),
  modelCache: modelCacheSchema.optional(),
  compileCache: compileCacheSchema.optional(),
  // planned already
  kvCache: z.custom<KVCachePlan>(isKVCachePlan, { error: "must be an ExternalKVCache, or be left out." }).optional(),
};

function isKVCachePlan(value: unknown): value is KVCachePlan {
  return (value as KVCachePlan | null)?.component === "ExternalKVCache";
}

export const replicasSchema = wholeNumber({ min: 1, max: 1000, hint: "Give the number of complete copies to run." });

export const nodesPerReplicaSchema = wholeNumber({
  min: 1,
  max: 1024,
  hint: "Give the nodes that one complete copy of the model is spread over.",
});
