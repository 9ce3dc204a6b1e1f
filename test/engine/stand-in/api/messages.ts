import { type ApiError, loadFailed } from "../http/errors";
import type { Exchange } from "../http/exchange";
import { type Usage, usage } from "./shape";
import type { Answer, Writer } from "./writer";

/** Writes an answer of /v1/messages. */
export function messagesWriter({ exchange, model, options }: Omit<Answer, "shape">): Writer {
  const base = { id: `chatcmpl-${exchange.requestId}`, type: "message", role: "assistant", content: [], model };
  return options.stream ? streamed(exchange, base) : whole(exchange, base);
}

/** An error in the form of this API. */
export function messagesError(error: ApiError): unknown {
  return { type: "error", error: { type: error.type, message: error.message } };
}

const counts = (counted: Usage) => ({
  input_tokens: counted.prompt_tokens,
  output_tokens: counted.completion_tokens,
});

function whole(exchange: Exchange, base: object): Writer {
  let text = "";
  return {
    text(_index, more) {
      text += more;
    },
    end(counted, held) {
      const content = [{ type: "text", text }];
      const rest = { stop_reason: "max_tokens", usage: counts(counted), ...(held && { kv_transfer_params: held }) };
      exchange.json(200, { ...base, content, ...rest });
    },
    fail: (error) => exchange.json(error.status, messagesError(error)),
    lost: () => exchange.json(500, messagesError(loadFailed())),
  };
}

function streamed(exchange: Exchange, base: object): Writer {
  let begun = false;
  const send = (type: string, fields: object) => exchange.event(JSON.stringify({ type, ...fields }), type);
  const begin = (counted: Usage) => {
    if (begun) return;
    begun = true;
    const opening = {
      ...base,
      stop_reason: null,
      stop_sequence: null,
      usage: { ...counts(counted), output_tokens: 0 },
    };
    send("message_start", { message: opening });
  };
  const end = (reason: string, counted: Usage) => {
    send("message_delta", { delta: { stop_reason: reason }, usage: counts(counted) });
    send("message_stop", {});
    exchange.end();
  };
  exchange.beginEvents();
  return {
    text(_index, more, _reason, counted) {
      if (!begun) {
        begin(counted);
        send("content_block_start", { content_block: { type: "text", text: "" }, index: 0 });
      }
      send("content_block_delta", { delta: { type: "text_delta", text: more }, index: 0 });
    },
    end(counted) {
      send("content_block_stop", { index: 0 });
      end("max_tokens", counted);
    },
    fail(error) {
      exchange.event(JSON.stringify(messagesError(error)), "error");
      exchange.end();
    },
    lost() {
      begin(usage(0, 0));
      end("end_turn", usage(0, 0));
    },
  };
}
