import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Engine } from "../../real/engine";
import { call, open } from "../client";
import { scrape, value } from "../metrics";
import { until } from "../wait";
import { answerOf, askPrefill, completed, decodeBody, prefillBody, type TransferParams } from "./ask";
import { type Pair, startOne } from "./pair";

const prompt = "What becomes of a prompt whose cache is gone is what this is about. ".repeat(3);
const path = "/v1/completions";

/** A KV cache that is not read, or not in time. The last ones end prefill and decode. */
export function lossCases(pair: () => Pair): void {
  const expired = async () => value(await scrape(pair().prefill), "aphrodite:nixl_num_kv_expired_reqs_total");
  const lease = () => sleep(pair().leaseSeconds * 1000 + 1500);

  it("after the lease: 200 with a wrong text, and no failure; only prefill counts it", async () => {
    const { prefill, decode } = pair();
    const before = await expired();
    const params = await askPrefill(prefill, prompt);
    await lease();
    // its blocks are for others now
    for (let i = 0; i < 4; i++) await askPrefill(prefill, `${i} ${prompt.toUpperCase()}`);
    const failed = await failures(decode);
    const answer = await answerOf(decode, decodeBody(prompt, params));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).choices[0].text).not.toBe(await completed(decode, decodeBody(prompt)));
    expect(await failures(decode)).toBe(failed);
    await until(expired, (count) => count > before);
  });

  it("decode that refuses a request, or is left, lets prefill free the blocks: no lease ends", async () => {
    const { prefill, decode } = pair();
    await lease();
    const before = await expired();
    const refused = { ...decodeBody(prompt, await askPrefill(prefill, prompt)), max_tokens: 0 };
    expect((await answerOf(decode, refused)).status).toBe(400);
    const long = { ...decodeBody(prompt, await askPrefill(prefill, prompt)), max_tokens: 3000, stream: true };
    (await open(decode, path, { body: long })).leave();
    await lease();
    expect(await expired()).toBe(before);
  });

  it("an engine id that is not prefill's: 500, and a stream ends without a word", async () => {
    const { prefill, decode } = pair();
    const wrong = async () => ({ ...(await askPrefill(prefill, prompt)), remote_engine_id: "somebody-else" });
    const before = await failures(decode);
    const answer = await answerOf(decode, decodeBody(prompt, await wrong()));
    expect(answer.status).toBe(500);
    const error = { message: "Internal server error", type: "InternalServerError", param: null, code: 500 };
    expect(JSON.parse(answer.text)).toEqual({ error });
    const stream = await open(decode, path, { body: { ...decodeBody(prompt, await wrong()), stream: true } });
    expect(stream.status).toBe(200);
    expect(await stream.ended).toBe(true);
    expect(stream.events).toEqual(["[DONE]"]);
    const chat = { messages: [{ role: "user", content: prompt }], max_tokens: 4, kv_transfer_params: await wrong() };
    const chatStream = await open(decode, "/v1/chat/completions", { body: { ...chat, stream: true } });
    expect(await chatStream.ended).toBe(true);
    expect(chatStream.events).toHaveLength(2);
    expect(chatStream.events[1]).toBe("[DONE]");
    await until(
      () => failures(decode),
      (count) => count === before + 3,
    );
  });

  it("prefill is gone: 500 soon, and decode goes on; a new process is met at once", { timeout: 600_000 }, async () => {
    const { kind, decode, leaseSeconds, port } = pair();
    const params = await askPrefill(pair().prefill, prompt);
    await pair().prefill.stop("SIGKILL");
    expect((await answerOf(decode, decodeBody(prompt, params))).status).toBe(500);
    const right = await completed(decode, decodeBody(prompt));
    pair().prefill = await startOne(kind, "kv_producer", leaseSeconds, port);
    const again = async () =>
      (await answerOf(decode, decodeBody(prompt, await askPrefill(pair().prefill, prompt)))).status;
    await until(again, (status) => status === 200, 60);
    expect(await completed(decode, decodeBody(prompt, await askPrefill(pair().prefill, prompt)))).toBe(right);
  });

  it("params without blocks end the decode engine", async () => {
    const { prefill, decode } = pair();
    const params: TransferParams = { ...(await askPrefill(prefill, prompt)), remote_block_ids: [] };
    const answer = await call(decode, path, { body: decodeBody(prompt, params) }).catch(() => undefined);
    expect([500, undefined]).toContain(answer?.status);
    expect(await decode.exited).toEqual({ code: 0, signal: null });
    // prefill does not suffer
    expect((await answerOf(prefill, prefillBody(prompt))).status).toBe(200);
  });
}

/** Transfers that decode could not make. */
async function failures(engine: Engine): Promise<number> {
  return value(await scrape(engine), "aphrodite:nixl_num_failed_transfers_total");
}
