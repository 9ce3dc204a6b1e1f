import type { FinishReason } from "../engine/sequence";
import { type ApiError, loadFailed } from "../http/errors";
import type { Exchange } from "../http/exchange";
import type { StreamOptions } from "./fields";
import type { Shape, Usage } from "./shape";

/** How to get a KV cache that this engine holds. */
export type TransferParams = Readonly<Record<string, unknown>>;

/** Writes one answer, as its texts come. */
export interface Writer {
  /** More of one choice; with a reason, the last of it. */
  text(index: number, text: string, reason: FinishReason | null, choice: Usage): void;
  /** After the last choice has ended. Streams do not say what is held. */
  end(total: Usage, held?: TransferParams): void;
  /** Instead of an end. */
  fail(error: ApiError): void;
  /** The KV cache could not be read. A whole answer is an error; a stream ends as if it had nothing to say, as the real engine's does. */
  lost(): void;
}

/** What an answer is written to and what it says of itself. */
export interface Answer {
  exchange: Exchange;
  shape: Shape;
  /** The engine's first model name. */
  model: string;
  fingerprint: string;
  options: StreamOptions;
}

/** A writer for a stream or for one body, as the request asked. A stream's headers go out now. */
export function writer(answer: Answer): Writer {
  return answer.options.stream ? streamed(answer) : whole(answer);
}

function head({ exchange, shape, model }: Answer, object: string) {
  const created = Math.floor(Date.now() / 1000);
  return { id: `${shape.idPrefix}-${exchange.requestId}`, object, created, model };
}

function streamed(answer: Answer): Writer {
  const { exchange, shape, options, fingerprint } = answer;
  const base = head(answer, shape.part);
  const send = (value: unknown) => exchange.event(JSON.stringify(value));
  const opened = new Set<number>();
  const close = () => {
    exchange.event("[DONE]");
    exchange.end();
  };
  exchange.beginEvents();
  return {
    text(index, text, reason, counted) {
      const counts = options.usageAlways && { usage: counted };
      const opening = opened.has(index) ? null : shape.opening(index);
      opened.add(index);
      if (opening) send({ ...base, choices: [opening], ...shape.openingFields, ...counts });
      const last = reason && !options.usageAtEnd && { system_fingerprint: fingerprint };
      send({ ...base, choices: [shape.partChoice(index, text, reason)], ...counts, ...last });
    },
    end(total) {
      if (options.usageAtEnd) send({ ...base, choices: [], usage: total, system_fingerprint: fingerprint });
      close();
    },
    fail(error) {
      send(error.body());
      close();
    },
    lost() {
      const opening = shape.opening(0);
      if (opening) send({ ...base, choices: [opening], ...shape.openingFields });
      close();
    },
  };
}

function whole(answer: Answer): Writer {
  const { exchange, shape, fingerprint } = answer;
  const texts: { text: string; reason: FinishReason }[] = [];
  return {
    text(index, text, reason) {
      texts[index] = { text: (texts[index]?.text ?? "") + text, reason: reason ?? "length" };
    },
    end(total, held) {
      exchange.json(200, {
        ...head(answer, shape.whole),
        choices: texts.map(({ text, reason }, i) => shape.wholeChoice(i, text, reason)),
        service_tier: null,
        system_fingerprint: fingerprint,
        usage: { ...total, prompt_tokens_details: null, completion_tokens_details: null },
        ...shape.wholeFields,
        ...(held && { kv_transfer_params: held }),
      });
    },
    fail: (error) => exchange.json(error.status, error.body()),
    lost: () => exchange.json(500, loadFailed().body()),
  };
}
