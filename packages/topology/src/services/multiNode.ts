import { object } from "../check";
import { type LoadBalancingArgs, loadBalancingSchema } from "../gateway";
import { type NetworkArgs, networkSchema } from "../network";
import { type ParallelismArgs, parallelismSchema } from "../parallelism";
import { type Planned, planned } from "./planned";
import { planServing } from "./serving";
import { nodesPerReplicaSchema, replicasSchema, type ServiceSpec, serviceShape } from "./spec";

/** Plain part of a MultiNodePipeline's arguments: all that decides its structure. */
export interface MultiNodePipelineSpec extends ServiceSpec {
  /** Complete copies of the model, of `nodesPerReplica` nodes each. @default 1 */
  replicas?: number;
  /** How one copy is split over the GPUs of its nodes. */
  parallelism: ParallelismArgs;
  /** Nodes of one copy, which must divide its GPUs (tensor × pipeline × prefillContext × data.size). */
  nodesPerReplica: number;
  /** How the nodes of a copy talk to each other. */
  network?: NetworkArgs;
  loadBalancing?: LoadBalancingArgs;
}

export const multiNodePipelineSchema = object({
  ...serviceShape,
  replicas: replicasSchema.optional(),
  parallelism: parallelismSchema,
  nodesPerReplica: nodesPerReplicaSchema,
  network: networkSchema.optional(),
  loadBalancing: loadBalancingSchema.optional(),
});

/** What a MultiNodePipeline of these arguments runs. Never throws on bad arguments: it lists them all. */
export const planMultiNode = (name: string, args: MultiNodePipelineSpec): Planned =>
  planned(name, multiNodePipelineSchema, args, (spec, notes) => {
    const { nodesPerReplica, parallelism = {} } = spec;
    if (nodesPerReplica === 1 && parallelism.data?.loadBalancing !== "multi-port") {
      notes.problems.push({
        path: "nodesPerReplica",
        value: 1,
        message:
          'a copy of the model on 1 node is a ReplicatedService, unless its data parallel ranks have an API each ("multi-port"). Use that, or nodesPerReplica: 2 or more.',
      });
    }
    return planServing("MultiNodePipeline", name, spec, notes);
  });
