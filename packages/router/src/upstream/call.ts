import type { ResponseHead } from "./head";

/** A request to an engine, ready to be written. */
export interface OutgoingRequest {
  /** Request line and headers, with the blank line at the end. */
  head: string;
  body: readonly Buffer[];
  /** Milliseconds of silence after which the call fails. */
  silenceMs: number;
}

/** Why no (whole) answer came. */
export interface CallFailure {
  kind: "refused" | "connect" | "connect-timeout" | "reset" | "protocol" | "silent";
  /** Whether the whole request had been given to the kernel: if not, the engine cannot have begun with it. */
  sent: boolean;
  /** Whether any byte of an answer had come. */
  begun: boolean;
  message: string;
}

/** Who is told how a call goes on. Nothing is told after `end`, `failed` or the call's `abort`. Bytes are lent: whoever keeps them copies them. */
export interface CallHandler {
  /** The whole request has been given to the kernel. */
  sent?(): void;
  /** `more`: bytes of the body came together with the head. */
  head(head: ResponseHead, more: boolean): void;
  data(chunk: Buffer): void;
  /** Set, once the head is known, by who takes a chunked body as it stands on the wire, framing and all, in place of `data`. */
  readonly raw?: ((bytes: Buffer) => void) | undefined;
  /** The answer is complete; `last` is the rest of it. */
  end(last: Buffer | undefined): void;
  failed(failure: CallFailure): void;
}

/** A request under way. */
export interface Call {
  /** Closes the connection, which is how an engine learns that nobody wants the answer. */
  abort(): void;
  /** Stops and goes on reading. */
  pause(): void;
  resume(): void;
}
