import { object, text } from "@sonar-iac/topology";

/** How the pods of an engine get onto nodes together. */
export interface GroupScheduling {
  /** Label of nodes, such as a rack's or a block's: each engine gets one of its values for itself. @default none; the pods of an engine prefer one zone */
  exclusiveTopology?: string;
  /** A scheduler that places all pods of an engine or none (gang scheduling), such as "volcano". @default the cluster's */
  schedulerName?: string;
}

export const groupSchedulingSchema = object({
  exclusiveTopology: text('Give a label that nodes have, for example "topology.kubernetes.io/zone".').optional(),
  schedulerName: text("Name a scheduler of the cluster.").optional(),
});
