import { z } from "zod";
import { flag, object, text } from "../check";

/** Expert parallel layers of a mixture of experts. */
export interface ExpertParallelArgs {
  /** Whole experts on each GPU, instead of a part of every expert (`--enable-expert-parallel`). @default true */
  enable?: boolean;
  /** How tokens go to their experts and back (`--all2all-backend`). Test it on the actual interconnect. @default the engine's: "allgather_reducescatter" */
  all2allBackend?: string;
  /** Moves experts between GPUs so that each has as much to do (EPLB). @default off */
  eplb?: ExpertLoadBalancingArgs;
}

/** The expert parallel load balancer. */
export interface ExpertLoadBalancingArgs {
  /** True once you have measured how uneven the load of the experts is without it: moving experts costs time and memory. */
  acknowledgeImbalanceBaseline: boolean;
  /** Fields of the engine's `--eplb-config`, for example `{ num_redundant_experts: 32 }`. @default the engine's own */
  config?: Record<string, unknown>;
}

export const expertParallelSchema = object({
  enable: flag().optional(),
  all2allBackend: text("Give a backend of the engine, or leave it out.").optional(),
  eplb: object({
    acknowledgeImbalanceBaseline: flag("Write true once a baseline without EPLB has been measured."),
    config: z.record(z.string(), z.unknown(), { error: () => "must be an object of fields and values." }).optional(),
  }).optional(),
});
