import { object, oneOf, wholeNumber } from "../check";

/**
 * Who shares requests out to data parallel ranks.
 *
 * - `internal`: the engine's one API, for all ranks. `hybrid`: an API on each node, for the ranks of that node.
 * - `external`: an API for each rank, and the gateway chooses. `multi-port`: the same, with the ranks of a node under one supervisor of the engine.
 */
export type DataParallelLoadBalancing = (typeof dataParallelModes)[number];

/** Modes of data parallel load balancing. */
export const dataParallelModes = ["internal", "hybrid", "external", "multi-port"] as const;

/** Data parallel ranks of one engine. */
export interface DataParallelArgs {
  /** Data parallel size: ranks in total. */
  size: number;
  /** Who shares requests out; `external` and `multi-port` are for mixtures of experts only. @default "internal" */
  loadBalancing?: DataParallelLoadBalancing;
  /** Where the first rank waits for the others (`--data-parallel-rpc-port`). @default 29550 */
  rpcPort?: number;
}

export const dataParallelSchema = object({
  size: wholeNumber({ min: 1, max: 1024, hint: "Give the number of data parallel ranks." }),
  loadBalancing: oneOf(dataParallelModes).optional(),
  rpcPort: wholeNumber({ min: 1024, max: 65_535, hint: "Give a port, or leave it out for 29550." }).optional(),
});
