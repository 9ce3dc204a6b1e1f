import type { ClientBody } from "./body";
import { memberTexts } from "./member";

/** What a prefill engine is asked to leave for a decode engine that is not known yet. */
const transfer = {
  do_remote_decode: true,
  do_remote_prefill: false,
  remote_engine_id: null,
  remote_block_ids: null,
  remote_host: null,
  remote_port: null,
};

/** Fields that ask for more than the prompt. */
const dropped = new Set(["stream_options", "min_tokens", "n", "best_of", "background"]);

/**
 * The client's request as one that ends after its first token: one choice, one token, no stream. What is kept stands as the client wrote it: tools go
 * into the prompt as JSON, and 0.0 that became 0 would make it another one than decode's.
 */
export function prefillBody(path: string, { bytes, value }: ClientBody): Buffer {
  const own: Record<string, unknown> = { stream: false, kv_transfer_params: transfer };
  if (path === "/v1/responses") own.max_output_tokens = 1;
  else own.max_tokens = 1;
  if (path === "/v1/chat/completions" || Object.hasOwn(value, "max_completion_tokens")) own.max_completion_tokens = 1;
  const fields: string[] = [];
  for (const [name, json] of memberTexts(bytes.toString("utf8")))
    if (!dropped.has(name) && !Object.hasOwn(own, name)) fields.push(`${JSON.stringify(name)}:${json}`);
  for (const name in own) fields.push(`${JSON.stringify(name)}:${JSON.stringify(own[name])}`);
  return Buffer.from(`{${fields.join(",")}}`);
}

/** The input tokens of a request, roughly: token ids are counted, text is taken for four bytes a token. */
export function inputTokens(value: Record<string, unknown>, bytes: number): number {
  const { prompt } = value;
  if (Array.isArray(prompt)) {
    if (prompt.every((token) => typeof token === "number")) return Math.max(1, prompt.length);
    if (prompt.every(Array.isArray))
      return Math.max(
        1,
        prompt.reduce((sum: number, part: unknown[]) => sum + part.length, 0),
      );
  }
  return Math.max(1, Math.ceil(bytes / 4));
}
