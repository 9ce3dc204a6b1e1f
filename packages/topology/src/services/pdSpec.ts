import { object } from "../check";
import { type EngineArgs, engineSchema } from "../engine/args";
import { type NodesArgs, nodesSchema } from "../hardware";
import { type NetworkArgs, networkSchema } from "../network";
import { type ParallelismArgs, parallelismSchema } from "../parallelism";
import { type RouterSpec, routerSchema } from "../router";
import { type KVLoadFailure, loadFailureSchema, type TransferArgs, transferSchema } from "../transfer";
import { nodesPerReplicaSchema, replicasSchema, type ServiceSpec, serviceShape } from "./spec";

/** Engines of one role: prefill or decode. */
export interface PoolSpec {
  /** Engines. @default 1 */
  replicas?: number;
  parallelism?: ParallelismArgs;
  /** Nodes of one engine, which must divide its GPUs. @default 1 */
  nodesPerReplica?: number;
  /** Options of this side's engines; where the service's `engine` says otherwise, these count. @default those of the service */
  engine?: EngineArgs;
  /** Nodes that exist, of this side alone. On EKS the platform has `pools` instead. @default `platform.nodes` */
  nodes?: NodesArgs;
}

/** Plain part of a PDDisaggregation's arguments: all that decides its structure. */
export interface PDDisaggregationSpec extends ServiceSpec {
  /** Engines that compute prompts. */
  prefill: PoolSpec;
  /** Engines that make the answers' tokens. */
  decode: PoolSpec;
  /** What decode does with blocks that did not arrive, and the router while no prefill engine can be used. @default "fail" */
  kvLoadFailure?: KVLoadFailure;
  transfer?: TransferArgs;
  /** How the nodes of an engine talk to each other, where a side's engines have several. */
  network?: NetworkArgs;
  router?: RouterSpec;
}

const poolSchema = object({
  replicas: replicasSchema.optional(),
  parallelism: parallelismSchema.optional(),
  nodesPerReplica: nodesPerReplicaSchema.optional(),
  engine: engineSchema.optional(),
  nodes: nodesSchema.optional(),
});

export const pdDisaggregationSchema = object({
  ...serviceShape,
  prefill: poolSchema,
  decode: poolSchema,
  kvLoadFailure: loadFailureSchema.optional(),
  transfer: transferSchema.optional(),
  network: networkSchema.optional(),
  router: routerSchema.optional(),
});
