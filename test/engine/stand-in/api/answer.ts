import type { LoggedRequest } from "../control/requestLog";
import type { Core } from "../engine/core";
import { countTokens, type Prompt } from "../engine/text";
import { badRequest, noSuchModel } from "../http/errors";
import type { Exchange } from "../http/exchange";
import { askedOf } from "../transfer/params";
import { strike, struck } from "./failures";
import { type Body, integer, type StreamOptions, streamOptions, tokensToGenerate } from "./fields";
import { sequencesOf, type Task } from "./generate";
import { die, kvFor, refused } from "./handOver";
import type { Shape } from "./shape";
import { type Answer, type Writer, writer } from "./writer";

/** What is different in each API. */
export interface Api {
  prompts(body: Body): Prompt[];
  /** The field that limits the answer, and what the request or the API's default says; undefined: all that fits. */
  limit(body: Body): [field: string, asked: number | undefined];
  write(answer: Omit<Answer, "shape">): Writer;
  /** What prefill calls a KV cache that it holds, but for its end.
   *  @param id Of the request.
   *  @param sequence Counts from 0. */
  held(id: string, sequence: number): string;
}

/** An API that writes texts in this shape. */
export function shaped(shape: Shape, rest: Pick<Api, "prompts" | "limit">): Api {
  // a chat has one prompt, and its name no number
  const number = (sequence: number) => (shape.idPrefix === "cmpl" ? `-${sequence}` : "");
  return {
    ...rest,
    write: (answer) => writer({ ...answer, shape }),
    held: (id, sequence) => `${shape.idPrefix}-${id}${number(sequence)}`,
  };
}

/** Answers a generation. Throws what the engine refuses. */
export function answer(core: Core, exchange: Exchange, entry: LoggedRequest, body: Body, api: Api): void {
  const asked = askedOf(body);
  try {
    const { tasks, choices, options } = checked(core, entry, body, api);
    if (strike(core.faults, exchange)) return;
    core.admit(tasks.length * choices);
    const plain = api.write({ exchange, model: core.modelName, fingerprint: core.fingerprint, options });
    const kv = kvFor(core, asked, (sequence) => api.held(exchange.requestId, sequence), entry);
    const sequences = sequencesOf(tasks, choices, body.echo === true, struck(core.faults, plain), kv);
    exchange.onGone(() => {
      if (core.transfer && asked.role === "deadly") die("a KV cache without an owner");
      core.scheduler.abort(sequences);
    });
    core.scheduler.submit(sequences);
  } catch (error) {
    refused(core, asked);
    throw error;
  }
}

/** What is to be generated. Throws what the engine refuses. */
function checked(
  core: Core,
  entry: LoggedRequest,
  body: Body,
  api: Api,
): { tasks: Task[]; choices: number; options: StreamOptions } {
  const { settings } = core;
  const options = streamOptions(body, settings.forceUsage);
  const texts = api.prompts(body);
  const [field, asked] = api.limit(body);
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
  entry.stream = options.stream;
  entry.promptTokens = tasks.reduce((n, t) => n + countTokens(t.prompt), 0);
  entry.maxTokens = Math.max(...tasks.map((t) => t.maxTokens));
  return { tasks, choices: integer(body, "n") ?? 1, options };
}
