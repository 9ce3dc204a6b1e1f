import { expect, it } from "vitest";
import { call, open } from "../client";
import { model } from "../instances";
import { prefillBody, type TransferParams } from "./ask";
import type { Pair } from "./pair";

const prompt = "Each of the engine's APIs can be taken apart into prefill and decode. ".repeat(2);
const messages = [{ role: "user", content: prompt }];

interface Api {
  path: string;
  body: Record<string, unknown>;
  limit: string;
  /** What prefill calls what it holds. */
  held: RegExp;
  text(answer: Answered): string | undefined;
  lastEvent: string;
}

interface Answered {
  kv_transfer_params?: TransferParams;
  choices?: { message: { content: string } }[];
  output?: { content: { text: string }[] }[];
  content?: { text: string }[];
}

const apis: Api[] = [
  {
    path: "/v1/chat/completions",
    body: { messages },
    limit: "max_tokens",
    held: /^chatcmpl-mine-[0-9a-f]{8}$/,
    text: ({ choices }) => choices?.[0]?.message.content,
    lastEvent: "[DONE]",
  },
  {
    path: "/v1/responses",
    body: { input: prompt },
    limit: "max_output_tokens",
    held: /^resp_.*_0-[0-9a-f]{8}$/,
    text: ({ output }) => output?.[0]?.content[0]?.text,
    lastEvent: '"type":"response.completed"',
  },
  {
    path: "/v1/messages",
    body: { messages },
    limit: "max_tokens",
    held: /^chatcmpl-.*-[0-9a-f]{8}$/,
    text: ({ content }) => content?.[0]?.text,
    lastEvent: '"type":"message_stop"',
  },
];

/** Prefill and decode in the APIs beside completions. */
export function apiCases(pair: () => Pair): void {
  it.each(apis)("$path: prefill, decode, and the same text", async ({ path, body, limit, held, text, lastEvent }) => {
    const { prefill, decode } = pair();
    const asked = { model, ...body, temperature: 0, [limit]: 12 };
    const { kv_transfer_params: hold } = prefillBody(prompt);
    const headers = { "x-request-id": "mine" };
    const params = async (): Promise<TransferParams> => {
      const answer = await call(prefill, path, { body: { ...asked, [limit]: 1, kv_transfer_params: hold }, headers });
      expect(answer.status, answer.text).toBe(200);
      return JSON.parse(answer.text).kv_transfer_params;
    };
    const first = await params();
    expect(first.remote_request_id).toMatch(held);
    const read = await call(decode, path, { body: { ...asked, kv_transfer_params: first } });
    const alone = await call(decode, path, { body: asked });
    expect([read.status, alone.status]).toEqual([200, 200]);
    expect(text(JSON.parse(read.text))).toBe(text(JSON.parse(alone.text)));
    expect(text(JSON.parse(read.text))?.length).toBeGreaterThan(0);
    const stream = await open(decode, path, { body: { ...asked, stream: true, kv_transfer_params: await params() } });
    expect(await stream.ended).toBe(true);
    expect(stream.events.at(-1)).toContain(lastEvent);
  });

  it("/v1/messages needs a model", async () => {
    const answer = await call(pair().decode, "/v1/messages", { body: { messages, max_tokens: 1 } });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).error).toMatchObject({ type: "Bad Request", param: "body.model", code: 400 });
  });
}
