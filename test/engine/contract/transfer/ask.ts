import { type Answer, call, type Place } from "../client";

/** What prefill's answer says of the KV cache that it holds. */
export type TransferParams = Readonly<Record<string, unknown>>;

const path = "/v1/completions";

/** Options of an engine that hands KV caches over or takes them. Without prefix caching each KV cache comes from where the request says. */
export function transferArgv(
  role: "kv_producer" | "kv_consumer",
  how: { leaseSeconds?: number; engineId?: string; failure?: "fail" | "recompute" } = {},
): string[] {
  const config = {
    kv_connector: "NixlConnector",
    kv_role: role,
    kv_load_failure_policy: how.failure ?? "fail",
    ...(how.engineId !== undefined && { engine_id: how.engineId }),
    kv_connector_extra_config: { kv_lease_duration: how.leaseSeconds ?? 30 },
  };
  return ["--no-enable-prefix-caching", "--kv-transfer-config", JSON.stringify(config)];
}

/** Variables that say where its side channel is. */
export function transferEnv(port: number): Record<string, string> {
  return { APHRODITE_NIXL_SIDE_CHANNEL_HOST: "127.0.0.1", APHRODITE_NIXL_SIDE_CHANNEL_PORT: String(port) };
}

/** What a router asks of prefill. */
export function prefillBody(prompt: string): Record<string, unknown> {
  const nobody = { remote_engine_id: null, remote_block_ids: null, remote_host: null, remote_port: null };
  const params = { do_remote_decode: true, do_remote_prefill: false, ...nobody };
  return { prompt, max_tokens: 1, temperature: 0, ignore_eos: true, kv_transfer_params: params };
}

/** What a router asks of decode; without params, what a client asks of an engine that does both. */
export function decodeBody(prompt: string, params?: TransferParams): Record<string, unknown> {
  return { prompt, max_tokens: 24, temperature: 0, ignore_eos: true, ...(params && { kv_transfer_params: params }) };
}

/** A completion's answer, whatever it is. */
export function answerOf(engine: Place, body: Record<string, unknown>): Promise<Answer> {
  return call(engine, path, { body });
}

/** Lets prefill compute and hold a prompt's KV cache. Throws if it does not. */
export async function askPrefill(engine: Place, prompt: string): Promise<TransferParams> {
  const { status, text } = await answerOf(engine, prefillBody(prompt));
  const params = status === 200 && JSON.parse(text).kv_transfer_params;
  if (!params) throw new Error(`prefill answered ${status}: ${text}`);
  return params;
}

/** The text of a completion. Throws if it is none. */
export async function completed(engine: Place, body: Record<string, unknown>): Promise<string> {
  const { status, text } = await answerOf(engine, body);
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return JSON.parse(text).choices[0].text;
}
