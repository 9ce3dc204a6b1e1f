import { memberText } from "./member";

/** What a prefill engine says of the blocks that it keeps. */
export interface TransferParameters {
  /** As the engine wrote it: decode gets it unchanged. */
  json: string;
}

/**
 * Takes the parameters from a prefill engine's answer; undefined when it kept no blocks.
 * Without block ids decode must not get them: its scheduler ends with an assertion, and the engine with it.
 */
export function transferParameters(answer: string): TransferParameters | undefined {
  let value: unknown;
  let json: string | undefined;
  try {
    json = memberText(answer, "kv_transfer_params");
    value = json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
  if (json === undefined || typeof value !== "object" || value === null) return undefined;
  const { do_remote_prefill: remote, remote_block_ids: blocks } = value as Record<string, unknown>;
  return remote === true && holdsSomething(blocks) ? { json } : undefined;
}

const holdsSomething = (blocks: unknown): boolean =>
  Array.isArray(blocks) && blocks.some((block) => (Array.isArray(block) ? block.length > 0 : true));
