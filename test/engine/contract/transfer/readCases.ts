import { expect, it } from "vitest";
import type { Engine } from "../../real/engine";
import { call, open } from "../client";
import { scrape, value } from "../metrics";
import { until } from "../wait";
import { answerOf, askPrefill, completed, decodeBody, prefillBody } from "./ask";
import type { Pair } from "./pair";

const prompt = "A prompt that is long enough to fill more than one block of the cache. ".repeat(3);
const other = "Other words of just the same length that ask for something else: hm. ".repeat(4).slice(0, prompt.length);

/** A KV cache that is read in time. */
export function readCases(pair: () => Pair): void {
  it("prefill says how to get what it holds", async () => {
    const { port, prefill } = pair();
    const headers = { "x-request-id": "mine" };
    const { text } = await call(prefill, "/v1/completions", { body: prefillBody(prompt), headers });
    const params = JSON.parse(text).kv_transfer_params;
    expect(Object.keys(params)).toEqual([
      "do_remote_prefill",
      "do_remote_decode",
      "remote_block_ids",
      "remote_engine_id",
      "remote_request_id",
      "remote_host",
      "remote_port",
      "tp_size",
      "dcp_size",
      "pp_size",
      "remote_num_tokens",
      "remote_blocks_expiry_time",
      "transfer_mode",
    ]);
    expect(params).toMatchObject({
      do_remote_prefill: true,
      do_remote_decode: false,
      remote_host: "127.0.0.1",
      remote_port: port,
      remote_num_tokens: prompt.length,
      remote_blocks_expiry_time: null,
      transfer_mode: "pull",
    });
    expect(params.remote_engine_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(params.remote_request_id).toMatch(/^cmpl-mine-0-[0-9a-f]{8}$/);
    expect(params.remote_block_ids).toEqual([[expect.any(Number), expect.any(Number)]]);
  });

  it("a stream does not say it", async () => {
    const stream = await open(pair().prefill, "/v1/completions", { body: { ...prefillBody(prompt), stream: true } });
    expect(await stream.ended).toBe(true);
    expect(stream.events.join()).not.toContain("kv_transfer_params");
  });

  it("decode gives the text that an engine gives that does both, and both count it", async () => {
    const { prefill, decode } = pair();
    const before = await counts(decode);
    const text = await completed(decode, decodeBody(prompt, await askPrefill(prefill, prompt)));
    const after = await until(
      () => counts(decode),
      ({ transfers }) => transfers > before.transfers,
    );
    expect(after).toEqual({
      ...before,
      transfers: before.transfers + 1,
      transferred: before.transferred + prompt.length,
      found: before.found + prompt.length,
      asked: before.asked + prompt.length,
    });
    expect(text).toBe(await completed(decode, decodeBody(prompt)));
    expect(text).toBe(await completed(prefill, decodeBody(prompt)));
  });

  it("the text comes from the KV cache, whatever the prompt", async () => {
    const { prefill, decode } = pair();
    const own = await completed(decode, decodeBody(other));
    const read = await completed(decode, decodeBody(other, await askPrefill(prefill, prompt)));
    expect(read).not.toBe(own);
  });

  it("of several prompts only the first has the right text", async () => {
    const { prefill, decode } = pair();
    const both = [prompt, other];
    const asked = JSON.parse((await answerOf(prefill, { ...prefillBody(prompt), prompt: both })).text);
    const body = { ...decodeBody(prompt, asked.kv_transfer_params), prompt: both };
    const { choices } = JSON.parse((await answerOf(decode, body)).text);
    expect(choices[0].text).toBe(await completed(decode, decodeBody(prompt)));
    expect(choices[1].text).not.toBe(await completed(decode, decodeBody(other)));
  });

  it("params are ignored that ask for nothing", async () => {
    const { decode } = pair();
    const none = { do_remote_decode: false, do_remote_prefill: false };
    expect(await completed(decode, decodeBody(prompt, none))).toBe(await completed(decode, decodeBody(prompt)));
  });
}

/** What decode counts. */
async function counts(engine: Engine) {
  const samples = await scrape(engine);
  const of = (name: string, labels = {}) => value(samples, `aphrodite:${name}`, labels);
  return {
    transfers: of("nixl_xfer_time_seconds_count"),
    transferred: of("prompt_tokens_by_source_total", { source: "external_kv_transfer" }),
    asked: of("external_prefix_cache_queries_total"),
    found: of("external_prefix_cache_hits_total"),
    failed: of("nixl_num_failed_transfers_total"),
    silent: of("nixl_num_failed_notifications_total"),
    expired: of("nixl_num_kv_expired_reqs_total"),
  };
}
