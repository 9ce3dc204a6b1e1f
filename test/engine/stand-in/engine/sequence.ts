/** Why a sequence ended, in the engine's own words. */
export type FinishReason = "length" | "abort";

/** What a sequence tells whoever asked for it. */
export interface Listener {
  token(text: string): void;
  finished(reason: FinishReason): void;
  /** The engine's core died under it, or its KV cache could not be read. */
  failed(why: "core" | "load"): void;
}

/** A KV cache that another engine has computed and holds. */
export interface RemoteKv {
  /** Reads it, once the sequence is to run. Rejects when that fails. */
  read(): Promise<number>;
  /** It will not be read: the other engine can free it. */
  release(): void;
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
  /** Which of the texts of its prompt it is. */
  readonly choice: number;
  /** Decides the text, with the choice. */
  kv: number;
  /** Where the KV cache is to come from; undefined: from a prefill here. */
  readonly remote: RemoteKv | undefined;
  readonly listener: Listener;
  /** `n` of the request it belongs to. */
  readonly choices: number;
  readonly at: Moments;
  /** `loading`: its KV cache is being read; it takes no place among the running ones. */
  state: "waiting" | "loading" | "running" | "finished" | "aborted";
  /** Its KV cache has come from another engine. */
  loaded: boolean;
  generated: number;
  /** Prompt tokens still to be processed. */
  prefillLeft: number;
  /** Output tokens that time has earned and that are not sent yet. */
  credit: number;
}

/** A sequence that has not been submitted yet. */
export function newSequence(
  given: Pick<Sequence, "promptTokens" | "maxTokens" | "choice" | "kv" | "remote" | "listener" | "choices">,
): Sequence {
  const at = { arrived: performance.now(), scheduled: Number.NaN, firstToken: Number.NaN, lastToken: Number.NaN };
  return { ...given, at, state: "waiting", loaded: false, generated: 0, prefillLeft: given.promptTokens, credit: 0 };
}
