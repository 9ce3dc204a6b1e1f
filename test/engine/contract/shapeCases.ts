import { expect, it } from "vitest";
import type { Engine } from "../real/engine";
import { call } from "./client";
import { maxModelLen, model } from "./instances";
import { keysOf } from "./keys";

const key = "alpha";
const common = ["created", "id", "model", "object", "service_tier", "system_fingerprint"];
const after = ["ec_transfer_params", "kv_transfer_params", "metrics"];
const counts = [
  "completion_tokens",
  "completion_tokens_details",
  "prompt_tokens",
  "prompt_tokens_details",
  "total_tokens",
];
const choice = (names: string[]) => names.map((name) => `choices[].${name}`);
const usage = counts.map((name) => `usage.${name}`);

const completionKeys = [
  ...common,
  ...after,
  ...usage,
  ...choice(["finish_reason", "index", "logprobs", "prompt_logprobs", "prompt_token_ids", "routed_experts"]),
  ...choice(["stop_reason", "text", "token_ids"]),
].sort();

const message = ["annotations", "audio", "content", "function_call", "reasoning", "refusal", "role"];
const chatKeys = [
  ...common,
  ...after,
  ...usage,
  "prompt_logprobs",
  "prompt_text",
  "prompt_token_ids",
  ...choice(message.map((name) => `message.${name}`)),
  ...choice(["finish_reason", "index", "logprobs", "routed_experts", "stop_reason", "token_ids"]),
].sort();

/** Whole answers: their fields, counts and names. */
export function shapeCases(engine: () => Engine): void {
  // without ignore_eos a sampled end-of-text would now and then end an answer early
  const ask = async (path: string, body: Readonly<Record<string, unknown>>, headers = {}) => {
    const answer = await call(engine(), path, { key, body: { ignore_eos: true, ...body }, headers });
    expect(answer.status, answer.text).toBe(200);
    return JSON.parse(answer.text);
  };

  it("a completion", async () => {
    const body = { model, prompt: "Hello world", max_tokens: 6 };
    const answer = await ask("/v1/completions", body, { "x-request-id": "mine" });
    expect(keysOf(answer)).toEqual(completionKeys);
    expect(answer).toMatchObject({ id: "cmpl-mine", object: "text_completion", model });
    expect(answer.choices[0]).toMatchObject({ index: 0, finish_reason: "length" });
    expect(answer.usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 6, total_tokens: 17 });
    expect(answer.system_fingerprint).toMatch(/^aphrodite-0\.24\.1-[0-9a-f]{8}$/);
  });

  it("a chat", async () => {
    const messages = [{ role: "user", content: "Hi" }];
    const answer = await ask("/v1/chat/completions", { model, messages, max_tokens: 4 });
    expect(keysOf(answer)).toEqual(chatKeys);
    expect(answer).toMatchObject({ object: "chat.completion", model });
    expect(answer.id).toMatch(/^chatcmpl-[0-9a-f]{16}$/);
    expect(answer.choices[0].message.role).toBe("assistant");
    expect(answer.usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 4 });
  });

  it("several prompts and choices, and prompts that are tokens", async () => {
    const two = await ask("/v1/completions", { model, prompt: ["ab", "cde"], max_tokens: 3 });
    expect(two.choices.map((c: { index: number }) => c.index)).toEqual([0, 1]);
    expect(two.usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 6 });
    const many = await ask("/v1/completions", { model, prompt: "a", n: 3, max_tokens: 2 });
    expect(many.choices).toHaveLength(3);
    const tokens = await ask("/v1/completions", { model, prompt: [1, 2, 3], max_tokens: 2 });
    expect(tokens.usage.prompt_tokens).toBe(3);
  });

  it("16 tokens when the request does not say, and the prompt where it is to be repeated", async () => {
    const answer = await ask("/v1/completions", { prompt: "Hello", echo: true, temperature: 0 });
    expect(answer.usage.completion_tokens).toBe(16);
    expect(answer.choices[0].text.startsWith("Hello")).toBe(true);
  });

  it("the same text for the same prompt at temperature 0, another for another", async () => {
    const text = async (prompt: string) =>
      (await ask("/v1/completions", { model, prompt, max_tokens: 24, temperature: 0 })).choices[0].text;
    const first = await text("one prompt");
    expect(await text("one prompt")).toBe(first);
    expect(await text("another prompt")).not.toBe(first);
  });

  it("the first name in answers to an alias, every name in the list", async () => {
    expect((await ask("/v1/completions", { model: "alias", prompt: "a", max_tokens: 1 })).model).toBe(model);
    const list = JSON.parse((await call(engine(), "/v1/models", { key })).text);
    expect(list.data.map((m: { id: string }) => m.id)).toEqual([model, "alias"]);
    expect(list.data[0]).toMatchObject({
      object: "model",
      owned_by: "aphrodite",
      max_model_len: maxModelLen,
      parent: null,
    });
  });

  it("the request's own id in a header, or a new one", async () => {
    const named = await call(engine(), "/health", { headers: { "x-request-id": "mine" } });
    expect(named.headers["x-request-id"]).toBe("mine");
    expect((await call(engine(), "/health")).headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("system routes", async () => {
    const text = async (path: string) => (await call(engine(), path, { key })).text;
    expect(await text("/health")).toBe("");
    expect(await text("/version")).toBe('{"version":"0.24.1"}');
    expect(await text("/load")).toBe('{"server_load":0}');
    expect(JSON.parse(await text("/v1/capacity"))).toMatchObject({
      schema_version: 1,
      engines: [{ dp_rank: 0, max_model_len: maxModelLen, max_num_seqs: 2 }],
    });
  });

  it("no word of how long an idle connection is kept", async () => {
    const { headers } = await call(engine(), "/health", { headers: { connection: "keep-alive" } });
    expect(headers["keep-alive"]).toBeUndefined();
  });
}
