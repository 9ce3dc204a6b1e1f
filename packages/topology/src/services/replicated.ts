import { object } from "../check";
import { type LoadBalancingArgs, loadBalancingSchema } from "../gateway";
import { type ParallelismArgs, parallelismSchema } from "../parallelism";
import { type Planned, planned } from "./planned";
import { planServing } from "./serving";
import { replicasSchema, type ServiceSpec, serviceShape } from "./spec";

/** Plain part of a ReplicatedService's arguments: all that decides its structure. */
export interface ReplicatedServiceSpec extends ServiceSpec {
  /** Complete copies of the model. @default 1 */
  replicas?: number;
  parallelism?: ParallelismArgs;
  loadBalancing?: LoadBalancingArgs;
}

export const replicatedServiceSchema = object({
  ...serviceShape,
  replicas: replicasSchema.optional(),
  parallelism: parallelismSchema.optional(),
  loadBalancing: loadBalancingSchema.optional(),
});

/** What a ReplicatedService of these arguments runs. Never throws on bad arguments: it lists them all. */
export const planReplicatedService = (name: string, args: ReplicatedServiceSpec): Planned =>
  planned(name, replicatedServiceSchema, args, (spec, notes) => planServing("ReplicatedService", name, spec, notes));
