import { expect, it } from "vitest";
import type { Engine } from "../real/engine";
import { call } from "./client";
import { model } from "./instances";
import { keysOf } from "./keys";

const key = "alpha";
const head = ["created", "id", "model", "object"];
const choice = (names: string[]) => names.map((name) => `choices[].${name}`);
const part = ["finish_reason", "index", "logprobs", "prompt_token_ids", "stop_reason", "text", "token_ids"];
const usage = ["completion_tokens", "prompt_tokens", "total_tokens"].map((name) => `usage.${name}`);
const messages = [{ role: "user", content: "Hi" }];

/** Streams: their events, one by one. */
export function streamCases(engine: () => Engine): void {
  const events = async (path: string, body: Readonly<Record<string, unknown>>) => {
    // without ignore_eos a sampled end-of-text would now and then end an answer early
    const asked = { model, stream: true, max_tokens: 5, ignore_eos: true, ...body };
    const answer = await call(engine(), path, { key, body: asked });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers["content-length"]).toBeUndefined();
    const all = answer.text.split("\n\n");
    expect(all.pop()).toBe("");
    expect(all.every((text) => text.startsWith("data: "))).toBe(true);
    expect(all.pop()).toBe("data: [DONE]");
    return all.map((text) => JSON.parse(text.slice("data: ".length)));
  };

  it("a completion", async () => {
    const parts = await events("/v1/completions", { prompt: "Hello world" });
    // an engine that is behind sends several tokens in one event
    expect(parts.length).toBeLessThanOrEqual(5);
    expect(new Set(parts.map((p) => p.id)).size).toBe(1);
    const last = parts.pop();
    for (const p of parts) {
      expect(keysOf(p)).toEqual([...choice(part), ...head].sort());
      expect(p.choices[0].finish_reason).toBeNull();
    }
    expect(keysOf(last)).toEqual([...choice(part), ...head, "system_fingerprint"].sort());
    expect(last).toMatchObject({ object: "text_completion", choices: [{ finish_reason: "length" }] });
  });

  it("a chat", async () => {
    const parts = await events("/v1/chat/completions", { messages });
    const [first, ...texts] = parts;
    const last = texts.pop();
    const opening = choice(["delta.content", "delta.role", "finish_reason", "index", "logprobs"]);
    expect(keysOf(first)).toEqual([...opening, ...head, "prompt_text", "prompt_token_ids"].sort());
    expect(first).toMatchObject({
      object: "chat.completion.chunk",
      choices: [{ delta: { role: "assistant", content: "" } }],
    });
    expect(texts.length).toBeGreaterThan(0);
    const middle = choice(["delta.content", "finish_reason", "index", "logprobs", "token_ids"]);
    for (const text of texts) expect(keysOf(text)).toEqual([...middle, ...head].sort());
    expect(keysOf(last)).toEqual([...middle, ...choice(["stop_reason"]), ...head, "system_fingerprint"].sort());
    expect(last.choices[0].finish_reason).toBe("length");
  });

  it.each(["/v1/completions", "/v1/chat/completions"])("usage at the end of %s, when asked", async (path) => {
    const body = { prompt: "Hi", messages, stream_options: { include_usage: true } };
    const parts = await events(path, body);
    const last = parts.pop();
    expect(keysOf(last)).toEqual(["choices[]", ...head, "system_fingerprint", ...usage].sort());
    expect(last.choices).toEqual([]);
    expect(last.usage.completion_tokens).toBe(5);
    for (const p of parts) expect(p).not.toHaveProperty("system_fingerprint");
  });

  it("usage in every event, when asked", async () => {
    const body = { prompt: "Hello world", stream_options: { include_usage: true, continuous_usage_stats: true } };
    const parts = await events("/v1/completions", body);
    for (const p of parts) expect(p.usage.prompt_tokens).toBe(11);
    expect(parts.at(-1).usage.total_tokens).toBe(16);
  });

  it("several choices, each to its end", async () => {
    const parts = await events("/v1/completions", { prompt: ["a", "b"], max_tokens: 3 });
    for (const index of [0, 1]) {
      const own = parts.filter((p) => p.choices[0].index === index);
      expect(own.map((p) => p.choices[0].finish_reason).filter(Boolean)).toEqual(["length"]);
      expect(own.at(-1).choices[0].finish_reason).toBe("length");
    }
  });
}
