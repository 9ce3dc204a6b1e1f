import { z } from "zod";
import { byKind, object } from "../check";

/** How EC2 provides the nodes; ids of reservations stay with the components. */
export type CapacitySpec =
  /** Whatever EC2 has, at the list price. */
  | { kind: "on-demand" }
  /** Spare capacity at a varying price; a node may go with two minutes' notice. */
  | { kind: "spot" }
  /** A Capacity Block for ML: bought ahead for some days, in one zone. */
  | { kind: "capacity-block" }
  /** An On-Demand Capacity Reservation, billed whether it is used or not. */
  | { kind: "reservation" };

/** Kinds of capacity. */
export const capacityKinds = ["on-demand", "spot", "capacity-block", "reservation"] as const;

export const capacitySchema = z.discriminatedUnion(
  "kind",
  [
    object({ kind: z.literal("on-demand") }),
    object({ kind: z.literal("spot") }),
    object({ kind: z.literal("capacity-block") }),
    object({ kind: z.literal("reservation") }),
  ],
  byKind(capacityKinds),
);

/** Whether the on-demand list price is what an hour costs. */
export const isListPriced = (kind: CapacitySpec["kind"]) => kind === "on-demand" || kind === "reservation";

/** Whether the nodes are a fixed number of machines, so that a new one exists only after an old one has gone. */
export const isReserved = (kind: CapacitySpec["kind"]) => kind === "capacity-block" || kind === "reservation";
