import { list, object, oneOf, text, wholeNumber } from "../check";
import { findVariable } from "../engine/environment";

/** What decode does with blocks that did not arrive. */
export const KVLoadFailure = {
  /** The request fails: HTTP 500, or an error in the stream. Protects the others' latency. */
  fail: "fail",
  /** Decode computes the prompt itself, while the others wait. */
  recompute: "recompute",
} as const;
export type KVLoadFailure = (typeof KVLoadFailure)[keyof typeof KVLoadFailure];

/** Port of NIXL's side channel unless it is told another: the engine's own default. */
export const defaultSideChannelPort = Number(findVariable("APHRODITE_NIXL_SIDE_CHANNEL_PORT")?.default);

/** How KV caches go from prefill to decode. */
export interface TransferArgs {
  /** Who moves blocks. @default "pull" by decode; "push" by prefill where it has several pipeline stages */
  mode?: "pull" | "push";
  /** How long prefill keeps blocks that nobody has asked for, in seconds. @default 30 (the engine's own) */
  leaseSeconds?: number;
  /** NIXL's transports. @default "LIBFABRIC" on node groups with EFA, else "UCX" (the engine's own) */
  backends?: string[];
  /** Port of the side channel in every engine pod. @default 5600 (the engine's own) */
  sideChannelPort?: number;
}

export const transferSchema = object({
  mode: oneOf(["pull", "push"]).optional(),
  leaseSeconds: wholeNumber({ min: 1, max: 86_400, hint: "Give seconds, for example 30." }).optional(),
  backends: list(text('Name a transport of NIXL, for example "UCX".')).optional(),
  sideChannelPort: wholeNumber({
    min: 1024,
    max: 65_535,
    hint: `The engine's own is ${defaultSideChannelPort}.`,
  }).optional(),
});

export const loadFailureSchema = oneOf(["fail", "recompute"]);
