import type { FinishReason } from "../engine/sequence";

/** Token counts of a request. */
export interface Usage {
  prompt_tokens: number;
  total_tokens: number;
  completion_tokens: number;
}

/** How one API writes texts: completions or chat. */
export interface Shape {
  idPrefix: "cmpl" | "chatcmpl";
  /** `object` of a whole answer and of a stream's parts. */
  whole: string;
  part: string;
  /** The choice that opens a stream, before its first text; null: none. */
  opening(index: number): unknown;
  /** What an opening has beside its choice. */
  openingFields: Readonly<Record<string, unknown>>;
  /** A choice in a part of a stream. */
  partChoice(index: number, text: string, reason: FinishReason | null): unknown;
  /** A choice in a whole answer. */
  wholeChoice(index: number, text: string, reason: FinishReason): unknown;
  /** What a whole answer has after its usage. */
  wholeFields: Readonly<Record<string, unknown>>;
}

/** Usage of so many tokens. */
export function usage(promptTokens: number, completionTokens: number): Usage {
  return {
    prompt_tokens: promptTokens,
    total_tokens: promptTokens + completionTokens,
    completion_tokens: completionTokens,
  };
}
