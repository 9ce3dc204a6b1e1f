import type { LoggedRequest } from "../control/requestLog";
import type { Core } from "../engine/core";
import { countTokens, type Prompt } from "../engine/text";
import { ApiError, badRequest, noSuchModel } from "../http/errors";
import type { Exchange } from "../http/exchange";
import { chatShape } from "./chatShape";
import { completionShape } from "./completionShape";
import { type Body, integer, readBody, streamOptions, tokensToGenerate } from "./fields";
import { sequencesOf } from "./generate";
import { chatPrompt, completionPrompts } from "./prompts";
import type { Shape } from "./shape";
import { type Writer, writer } from "./writer";

/** POST /v1/completions. */
export async function completions(core: Core, exchange: Exchange, entry: LoggedRequest): Promise<void> {
  const body = await read(exchange);
  const asked = integer(body, "max_tokens") ?? 16;
  answer(core, exchange, entry, body, completionShape, () => completionPrompts(body), ["max_tokens", asked]);
}

/** POST /v1/chat/completions. */
export async function chat(core: Core, exchange: Exchange, entry: LoggedRequest): Promise<void> {
  answerChat(core, exchange, entry, await read(exchange));
}

/** POST /invocations: either of the two, and never guarded by a key. */
export async function invocations(core: Core, exchange: Exchange, entry: LoggedRequest): Promise<void> {
  const body = await read(exchange);
  if (body.messages !== undefined) return answerChat(core, exchange, entry, body);
  const asked = integer(body, "max_tokens") ?? 16;
  answer(core, exchange, entry, body, completionShape, () => completionPrompts(body), ["max_tokens", asked]);
}

async function read(exchange: Exchange): Promise<Body> {
  return readBody(exchange.header("content-type"), await exchange.body());
}

function answerChat(core: Core, exchange: Exchange, entry: LoggedRequest, body: Body): void {
  const name = integer(body, "max_completion_tokens") === undefined ? "max_tokens" : "max_completion_tokens";
  answer(core, exchange, entry, body, chatShape, () => [chatPrompt(body)], [name, integer(body, name)]);
}

function answer(
  core: Core,
  exchange: Exchange,
  entry: LoggedRequest,
  body: Body,
  shape: Shape,
  prompts: () => Prompt[],
  [field, asked]: [string, number | undefined],
): void {
  const { settings, faults } = core;
  const options = streamOptions(body, settings.forceUsage);
  const texts = prompts();
  const { model } = body;
  if (typeof model === "string" && !settings.modelNames.includes(model)) throw noSuchModel(model);
  if (core.stopping) core.admit(0);
  if (asked !== undefined && asked < 1) {
    throw badRequest(`max_tokens must be at least 1, got ${asked}.`, "max_tokens", asked);
  }
  const tasks = texts.map((prompt) => {
    const maxTokens = tokensToGenerate(field, asked, countTokens(prompt), settings.maxModelLen);
    return { prompt, maxTokens };
  });
  const choices = integer(body, "n") ?? 1;
  entry.stream = options.stream;
  entry.promptTokens = tasks.reduce((n, t) => n + countTokens(t.prompt), 0);
  entry.maxTokens = Math.max(...tasks.map((t) => t.maxTokens));

  if (faults.strike("die-before-headers")) process.exit(137);
  if (faults.strike("status-500")) throw new ApiError(500, "InternalServerError", "A failure that a test asked for.");
  core.admit(tasks.length * choices);
  const plain = writer({ exchange, shape, model: core.modelName, fingerprint: core.fingerprint, options });
  const fatal = faults.strike("die-mid-stream");
  const sequences = sequencesOf(tasks, choices, body.echo === true, fatal ? dying(plain, fatal.tokens) : plain);
  exchange.onGone(() => core.scheduler.abort(sequences));
  core.scheduler.submit(sequences);
}

/** Ends the process after so many texts, once they are on their way. */
function dying(inner: Writer, after: number): Writer {
  let texts = 0;
  return {
    text(...given) {
      if (texts >= after) return;
      inner.text(...given);
      if (++texts === after) setImmediate(() => process.exit(137));
    },
    end(total) {
      if (texts < after) inner.end(total);
    },
    fail: (error) => inner.fail(error),
  };
}
