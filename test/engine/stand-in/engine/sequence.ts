/** Why a sequence ended, in the engine's own words. */
export type FinishReason = "length" | "abort";

/** What a sequence tells whoever asked for it. */
export interface Listener {
  token(text: string): void;
  finished(reason: FinishReason): void;
  /** The engine's core died under it. */
  failed(): void;
}

/** Moments of a sequence, in milliseconds of the process's clock; NaN until it happened. */
export interface Moments {
  arrived: number;
  scheduled: number;
  firstToken: number;
  lastToken: number;
}

/** One text being generated: a request has one for each prompt and choice. */
export interface Sequence {
  readonly promptTokens: number;
  readonly maxTokens: number;
  /** Decides the text. */
  readonly seed: number;
  readonly listener: Listener;
  /** `n` of the request it belongs to. */
  readonly choices: number;
  readonly at: Moments;
  state: "waiting" | "running" | "finished" | "aborted";
  generated: number;
  /** Prompt tokens still to be processed. */
  prefillLeft: number;
  /** Output tokens that time has earned and that are not sent yet. */
  credit: number;
}

/** A sequence that has not been submitted yet. */
export function newSequence(
  given: Pick<Sequence, "promptTokens" | "maxTokens" | "seed" | "listener" | "choices">,
): Sequence {
  const at = { arrived: performance.now(), scheduled: Number.NaN, firstToken: Number.NaN, lastToken: Number.NaN };
  return { ...given, at, state: "waiting", generated: 0, prefillLeft: given.promptTokens, credit: 0 };
}
