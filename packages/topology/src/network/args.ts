import { z } from "zod";
import { flag, object, show } from "../check";

/** How the pods of one engine talk to each other; one answer for all of them. */
export interface NetworkArgs {
  /** Interface that carries the traffic between the nodes, as NCCL and Gloo are told: "eth0". @default the one on the route to the first pod, found at start */
  interface?: string;
  /** Keeps NCCL from InfiniBand and RoCE (`NCCL_IB_DISABLE`). Only where there is no working path: NCCL is slower without. @default false */
  disableInfiniBand?: boolean;
  /** Keeps the GPUs of a node from each other's memory (`NCCL_P2P_DISABLE`). Only where that is unavailable or unstable. @default false */
  disablePeerToPeer?: boolean;
  /** Lets NCCL say what it does (`NCCL_DEBUG=INFO`), when ranks hang in a collective. @default false */
  ncclDebug?: boolean;
}

const wrongInterface = (input: unknown) => {
  if (input === "lo") return `is "lo", which no other node can reach. Name the data-plane interface`;
  return `must be the name of one network interface, as "ip link" shows it, but it is ${show(input)}. Name the data-plane interface`;
};

export const networkSchema = object({
  interface: z
    .string({ error: ({ input }) => `${wrongInterface(input)}, for example "eth0", or leave it out.` })
    // what Linux takes for a name; NCCL would take "=", "^" and "," for patterns and lists
    .refine((name) => /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,14}$/.test(name) && name !== "lo", {
      error: ({ input }) => `${wrongInterface(input)}, for example "eth0", or leave it out.`,
    })
    .optional(),
  disableInfiniBand: flag().optional(),
  disablePeerToPeer: flag().optional(),
  ncclDebug: flag().optional(),
});
