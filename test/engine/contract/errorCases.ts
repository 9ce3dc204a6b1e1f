import { expect, it } from "vitest";
import type { Engine } from "../real/engine";
import { call } from "./client";
import { maxModelLen, model } from "./instances";

const key = "alpha";
const messages = [{ role: "user", content: "Hi" }];

/** What is refused, how, and in which words a program can rely on. */
export function errorCases(engine: () => Engine): void {
  it.each<[string, string, unknown, number, string, string | null]>([
    ["an unknown model", "/v1/completions", { model: "none", prompt: "a" }, 404, "NotFoundError", "model"],
    ["an unknown model in a chat", "/v1/chat/completions", { model: "none", messages }, 404, "NotFoundError", "model"],
    ["no prompt", "/v1/completions", { model }, 400, "BadRequestError", "prompt"],
    ["an empty prompt", "/v1/completions", { model, prompt: "" }, 400, "BadRequestError", "prompt"],
    ["no messages", "/v1/chat/completions", { model }, 400, "Bad Request", "body.messages"],
    ["an empty chat", "/v1/chat/completions", { model, messages: [] }, 400, "BadRequestError", null],
    ["no tokens", "/v1/completions", { model, prompt: "a", max_tokens: 0 }, 400, "BadRequestError", "max_tokens"],
    [
      "no tokens in a chat",
      "/v1/chat/completions",
      { model, messages, max_tokens: -1 },
      400,
      "BadRequestError",
      "max_tokens",
    ],
    [
      "more tokens than the context",
      "/v1/completions",
      { model, prompt: "a", max_tokens: maxModelLen + 1 },
      400,
      "BadRequestError",
      "max_tokens",
    ],
    [
      "stream options without a stream",
      "/v1/completions",
      { model, prompt: "a", stream_options: { include_usage: true } },
      400,
      "BadRequestError",
      "stream_options",
    ],
  ])("%s", async (_, path, body, status, type, param) => {
    const answer = await call(engine(), path, { key, body });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error).toMatchObject({ type, param, code: status });
  });

  it.each(["/v1/completions", "/v1/chat/completions"])("a prompt beyond the context at %s", async (path) => {
    const long = "y".repeat(maxModelLen);
    const prompt = path.includes("chat") ? { messages: [{ role: "user", content: long }] } : { prompt: long };
    for (const stream of [false, true]) {
      const answer = await call(engine(), path, { key, body: { model, ...prompt, max_tokens: 4, stream } });
      expect(answer.status).toBe(400);
      const { error } = JSON.parse(answer.text);
      expect(error).toMatchObject({ type: "BadRequestError", param: "input_tokens", code: 400 });
      expect(error.message).toContain(`maximum context length is ${maxModelLen} tokens`);
    }
  });

  it("takes a prompt that fills the context, and none that is a token longer", async () => {
    const ask = async (length: number) =>
      (await call(engine(), "/v1/completions", { key, body: { model, prompt: "y".repeat(length), max_tokens: 4 } }))
        .status;
    expect(await ask(maxModelLen - 4)).toBe(200);
    expect(await ask(maxModelLen - 3)).toBe(400);
  });

  it("takes empty stream options without a stream", async () => {
    const body = { model, prompt: "a", max_tokens: 1, stream_options: {} };
    expect((await call(engine(), "/v1/completions", { key, body })).status).toBe(200);
  });

  it("bodies that are no JSON", async () => {
    const broken = await call(engine(), "/v1/completions", { key, body: "{broken" });
    expect(broken.status).toBe(400);
    expect(JSON.parse(broken.text).error).toMatchObject({ type: "Bad Request", code: 400 });
    const text = await call(engine(), "/v1/completions", { key, body: "x", headers: { "content-type": "text/plain" } });
    expect(text.status).toBe(400);
    expect(JSON.parse(text.text).error.message).toContain("Unsupported Media Type");
  });

  it("unknown paths and methods", async () => {
    expect(await call(engine(), "/nothing")).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });
    const wrong = await call(engine(), "/v1/completions", { key });
    expect(wrong).toMatchObject({ status: 405, text: '{"detail":"Method Not Allowed"}' });
    expect(wrong.headers.allow).toBe("POST");
    expect((await call(engine(), "/health", { method: "HEAD" })).status).toBe(405);
  });
}
