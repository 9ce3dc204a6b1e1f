import { type Body, isObject } from "../api/fields";

/** What prefill's answer says of the KV cache that it holds, and decode's request gives back. */
export interface RemoteParams {
  remote_engine_id: string;
  remote_request_id: string;
  remote_host: string;
  remote_port: number;
}

/** What `kv_transfer_params` of a request ask for. */
export type Asked =
  | { role: "alone" }
  /** Hold the KV cache for another engine. */
  | { role: "prefill" }
  /** Read it from another engine. */
  | { role: "decode"; from: RemoteParams }
  /** No block is named, or not whose: the real engine's core dies, at once or when the client leaves. */
  | { role: "deadly"; at: "start" | "leaving" };

const needed = ["remote_engine_id", "remote_request_id", "remote_host", "remote_port"];

/** Reads a request's `kv_transfer_params`. */
export function askedOf(body: Body): Asked {
  const params = body.kv_transfer_params;
  if (!isObject(params)) return { role: "alone" };
  if (params.do_remote_decode === true) return { role: "prefill" };
  if (params.do_remote_prefill !== true) return { role: "alone" };
  if (!hasBlocks(params.remote_block_ids)) return { role: "deadly", at: "start" };
  if (needed.some((name) => params[name] === undefined)) return { role: "deadly", at: "leaving" };
  return {
    role: "decode",
    from: {
      remote_engine_id: String(params.remote_engine_id),
      remote_request_id: String(params.remote_request_id),
      remote_host: String(params.remote_host),
      remote_port: Number(params.remote_port),
    },
  };
}

function hasBlocks(ids: unknown): boolean {
  return Array.isArray(ids) && ids.length > 0;
}

/** What prefill's answer says. A block has 128 tokens. */
export function answered(from: RemoteParams, tokens: number): Readonly<Record<string, unknown>> {
  const blocks = Array.from({ length: Math.ceil(tokens / 128) }, (_, i) => i + 1).reverse();
  return {
    do_remote_prefill: true,
    do_remote_decode: false,
    remote_block_ids: [blocks],
    remote_engine_id: from.remote_engine_id,
    remote_request_id: from.remote_request_id,
    remote_host: from.remote_host,
    remote_port: from.remote_port,
    tp_size: 1,
    dcp_size: 1,
    pp_size: 1,
    remote_num_tokens: tokens,
    remote_blocks_expiry_time: null,
    transfer_mode: "pull",
  };
}
