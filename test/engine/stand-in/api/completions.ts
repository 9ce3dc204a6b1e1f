import type { LoggedRequest } from "../control/requestLog";
import type { Core } from "../engine/core";
import { ApiError, malformed } from "../http/errors";
import type { Exchange } from "../http/exchange";
import { type Api, answer, shaped } from "./answer";
import { chatShape } from "./chatShape";
import { completionShape } from "./completionShape";
import { type Body, integer, readBody } from "./fields";
import { messagesError, messagesWriter } from "./messages";
import { chatPrompt, completionPrompts } from "./prompts";
import { responsesPrompt, responsesWriter } from "./responses";

const completionApi = shaped(completionShape, {
  prompts: completionPrompts,
  limit: (body) => ["max_tokens", integer(body, "max_tokens") ?? 16],
});

const chatApi = shaped(chatShape, {
  prompts: (body) => [chatPrompt(body)],
  limit(body) {
    const name = integer(body, "max_completion_tokens") === undefined ? "max_tokens" : "max_completion_tokens";
    return [name, integer(body, name)];
  },
});

const responsesApi: Api = {
  prompts: (body) => [responsesPrompt(body)],
  limit: (body) => ["max_output_tokens", integer(body, "max_output_tokens")],
  write: responsesWriter,
  held: (id) => `resp_${id}_0`,
};

const messagesApi: Api = { ...chatApi, write: messagesWriter };

/** POST /v1/completions. */
export async function completions(core: Core, exchange: Exchange, entry: LoggedRequest): Promise<void> {
  answer(core, exchange, entry, await read(exchange), completionApi);
}

/** POST /v1/chat/completions. */
export async function chat(core: Core, exchange: Exchange, entry: LoggedRequest): Promise<void> {
  answer(core, exchange, entry, await read(exchange), chatApi);
}

/** POST /v1/responses, as far as it is one text. */
export async function responses(core: Core, exchange: Exchange, entry: LoggedRequest): Promise<void> {
  answer(core, exchange, entry, await read(exchange), responsesApi);
}

/** POST /v1/messages, as far as it is one text. */
export async function messages(core: Core, exchange: Exchange, entry: LoggedRequest): Promise<void> {
  const body = await read(exchange);
  if (body.model === undefined) throw malformed("body.model", "missing", "Field required");
  try {
    answer(core, exchange, entry, body, messagesApi);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    exchange.json(error.status, messagesError(error));
  }
}

/** POST /invocations: completions or chat, and never guarded by a key. */
export async function invocations(core: Core, exchange: Exchange, entry: LoggedRequest): Promise<void> {
  const body = await read(exchange);
  answer(core, exchange, entry, body, body.messages === undefined ? completionApi : chatApi);
}

async function read(exchange: Exchange): Promise<Body> {
  return readBody(exchange.header("content-type"), await exchange.body());
}
