import { randomBytes } from "node:crypto";
import type { FinishReason } from "../engine/sequence";
import { loadFailed } from "../http/errors";
import type { Exchange } from "../http/exchange";
import type { Body } from "./fields";
import { chatPrompt } from "./prompts";
import type { Usage } from "./shape";
import type { Answer, TransferParams, Writer } from "./writer";

/** The prompt of POST /v1/responses: a chat with one message, or with those of a list. */
export function responsesPrompt(body: Body): string {
  const { input } = body;
  return chatPrompt({ messages: typeof input === "string" ? [{ role: "user", content: input }] : input });
}

/** Writes an answer of /v1/responses. */
export function responsesWriter({ exchange, model, options }: Omit<Answer, "shape">): Writer {
  const base = {
    id: `resp_${exchange.requestId}`,
    created_at: Math.floor(Date.now() / 1000),
    model,
    object: "response",
  };
  return options.stream ? streamed(exchange, base) : whole(exchange, base);
}

const message = (text: string) => ({
  id: `msg_${randomBytes(8).toString("hex")}`,
  content: [{ annotations: [], text, type: "output_text", logprobs: null }],
  role: "assistant",
  status: "completed",
  type: "message",
  phase: null,
});

function finished(base: object, text: string, counted: Usage, held: TransferParams | undefined) {
  return {
    ...base,
    // a stand-in ends by length only
    incomplete_details: { reason: "max_output_tokens" },
    output: [message(text)],
    status: "incomplete",
    usage: {
      input_tokens: counted.prompt_tokens,
      output_tokens: counted.completion_tokens,
      total_tokens: counted.total_tokens,
    },
    kv_transfer_params: held ?? null,
  };
}

function whole(exchange: Exchange, base: object): Writer {
  let text = "";
  return {
    text(_index, more) {
      text += more;
    },
    end: (counted, held) => exchange.json(200, finished(base, text, counted, held)),
    fail: (error) => exchange.json(error.status, error.body()),
    lost: () => exchange.json(500, loadFailed().body()),
  };
}

function streamed(exchange: Exchange, base: object): Writer {
  let number = 0;
  let text = "";
  const send = (type: string, fields: object) =>
    exchange.event(JSON.stringify({ ...fields, sequence_number: number++, type }), type);
  const open = { ...base, output: [], status: "in_progress", usage: null, kv_transfer_params: null };
  exchange.beginEvents();
  send("response.created", { response: open });
  send("response.in_progress", { response: open });
  const place = { content_index: 0, output_index: 0, item_id: randomBytes(8).toString("hex") };
  return {
    text(_index, more, _reason: FinishReason | null) {
      if (text === "") send("response.output_item.added", { item: { ...message(""), content: [] }, output_index: 0 });
      text += more;
      send("response.output_text.delta", { ...place, delta: more, logprobs: [] });
    },
    end(counted) {
      send("response.output_text.done", { ...place, logprobs: [], text });
      send("response.output_item.done", { item: message(text), output_index: 0 });
      send("response.completed", { response: finished(base, text, counted, undefined) });
      exchange.end();
    },
    fail(error) {
      exchange.event(JSON.stringify(error.body()), "error");
      exchange.end();
    },
    // the real engine breaks the connection
    lost: () => void exchange.response.destroy(),
  };
}
