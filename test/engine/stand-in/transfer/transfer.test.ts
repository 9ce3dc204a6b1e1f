import { describe, expect, it } from "vitest";
import { call, open } from "../../contract/client";
import { answerOf, askPrefill, decodeBody, prefillBody, transferArgv, transferEnv } from "../../contract/transfer/ask";
import { freePort } from "../../ports";
import type { Engine } from "../../real/engine";
import { standIns } from "../testEngines";

const path = "/v1/completions";
const start = standIns();
const prompt = "The quick brown fox";

interface Pair {
  prefill: Engine;
  decode: Engine;
}

async function pair(how: { leaseSeconds?: number; engineId?: string; port?: number } = {}): Promise<Pair> {
  const { leaseSeconds = 6, engineId, port = await freePort() } = how;
  const own = { STAND_IN_FAULTS: "1", STAND_IN_TOKENS_PER_SECOND: "500" };
  const one = (role: "kv_producer" | "kv_consumer", env: Record<string, string>, id?: string) =>
    start(transferArgv(role, { leaseSeconds, engineId: id }), { ...env, ...own });
  const [prefill, decode] = await Promise.all([
    one("kv_producer", transferEnv(port), engineId),
    one("kv_consumer", transferEnv(await freePort())),
  ]);
  return { prefill, decode };
}

const held = async (engine: Engine) => JSON.parse((await call(engine, "/stand-in/held")).text);
const fault = (engine: Engine, body: Record<string, unknown>) => call(engine, "/stand-in/fault", { body });
const text = (body: string) => JSON.parse(body).choices[0].text;

describe("what only the stand-in shows of KV transfer", () => {
  it("blocks that are held, until they are read", async () => {
    const { prefill, decode } = await pair();
    const params = await askPrefill(prefill, prompt);
    expect(await held(prefill)).toMatchObject([{ requestId: params.remote_request_id, tokens: prompt.length }]);
    await call(decode, path, { body: decodeBody(prompt, params) });
    expect(await held(prefill)).toEqual([]);
    const log = JSON.parse((await call(decode, "/stand-in/log")).text);
    expect(log.at(-1)).toMatchObject({ role: "decode", kv: "read" });
    expect(JSON.parse((await call(prefill, "/stand-in/log")).text).at(-1)).toMatchObject({
      role: "prefill",
      kv: "held",
    });
  });

  it("blocks that are freed for a decode that is left while it waits", async () => {
    const { prefill, decode } = await pair();
    const params = await askPrefill(prefill, prompt);
    await fault(decode, { kind: "hang" });
    const stream = await open(decode, path, { body: { ...decodeBody(prompt, params), stream: true } });
    expect(await held(prefill)).toHaveLength(1);
    stream.leave();
    await expect.poll(() => held(prefill)).toEqual([]);
  });

  it("a lease that decode extends as long as it waits, and that ends without", async () => {
    const { prefill, decode } = await pair({ leaseSeconds: 1.5 });
    const first = await askPrefill(prefill, prompt);
    await fault(decode, { kind: "slow", factor: 1e9 });
    expect(await held(prefill)).toHaveLength(1);
    await expect.poll(() => held(prefill), { timeout: 5000 }).toEqual([]);
    await call(decode, "/stand-in/fault", { method: "DELETE" });
    const wrong = await answerOf(decode, decodeBody(prompt, first));
    const right = await answerOf(decode, { prompt, max_tokens: 24 });
    expect(wrong.status).toBe(200);
    expect(text(wrong.text)).not.toBe(text(right.text));
  });

  it("fail-transfer: 500, or a stream without a word, and the next one is right", async () => {
    const { prefill, decode } = await pair();
    await fault(decode, { kind: "fail-transfer", times: 2 });
    const failed = await answerOf(decode, decodeBody(prompt, await askPrefill(prefill, prompt)));
    expect(failed.status).toBe(500);
    const stream = await open(decode, path, {
      body: { ...decodeBody(prompt, await askPrefill(prefill, prompt)), stream: true },
    });
    expect(await stream.ended).toBe(true);
    expect(stream.events).toEqual(["[DONE]"]);
    expect((await answerOf(decode, decodeBody(prompt, await askPrefill(prefill, prompt)))).status).toBe(200);
  });

  it("no-transfer-params: an answer that does not say where the KV cache is", async () => {
    const { prefill } = await pair();
    await fault(prefill, { kind: "no-transfer-params" });
    const answer = await answerOf(prefill, prefillBody(prompt));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).kv_transfer_params).toBeNull();
  });

  it("a prefill process that comes back with the same engine id cannot be read from", async () => {
    const port = await freePort();
    const { prefill, decode } = await pair({ engineId: "prefill-0", port });
    expect((await answerOf(decode, decodeBody(prompt, await askPrefill(prefill, prompt)))).status).toBe(200);
    await prefill.stop("SIGKILL");
    const argv = transferArgv("kv_producer", { leaseSeconds: 6, engineId: "prefill-0" });
    const again = await start(argv, transferEnv(port));
    expect((await answerOf(decode, decodeBody(prompt, await askPrefill(again, prompt)))).status).toBe(500);
  });
});
