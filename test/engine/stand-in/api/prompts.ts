import type { Prompt } from "../engine/text";
import { badRequest, malformed } from "../http/errors";
import { type Body, isObject } from "./fields";

/** The prompts of a completions request: a text, token numbers, or a list of either. */
export function completionPrompts(body: Body): Prompt[] {
  const { prompt } = body;
  const missing = () => badRequest("Either prompt or prompt_embeds must be provided and non-empty.", "prompt");
  if (prompt === undefined || prompt === null) throw missing();
  const prompts = Array.isArray(prompt) && !prompt.every((p) => typeof p === "number") ? prompt : [prompt];
  if (prompts.length === 0) throw missing();
  return prompts.map((p: unknown) => {
    if (typeof p === "string" || isTokens(p)) {
      if (p.length === 0) throw missing();
      return p;
    }
    throw malformed("body.prompt", "string_type", "Input should be a valid string");
  });
}

function isTokens(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((v) => typeof v === "number");
}

/** The one prompt that a chat becomes, with the template of the tests' model: a line for each message. */
export function chatPrompt(body: Body): string {
  const { messages } = body;
  if (!Array.isArray(messages)) throw malformed("body.messages", "missing", "Field required");
  if (messages.length === 0) {
    throw badRequest("Cannot apply chat template to an empty conversation. Provide at least one message.");
  }
  const lines = messages.map((m: unknown) => {
    if (!isObject(m) || typeof m.role !== "string") throw malformed("body.messages", "missing", "Field required");
    return `${m.role}: ${content(m.content)}\n`;
  });
  return `${lines.join("")}assistant: `;
}

function content(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === "string" ? value : "";
  return value.map((part: unknown) => (isObject(part) && typeof part.text === "string" ? part.text : "")).join("\n");
}
