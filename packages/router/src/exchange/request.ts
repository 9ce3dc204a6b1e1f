import type { IncomingMessage, ServerResponse } from "node:http";
import { now } from "../upstream/connection";

/** A client's request on its way through the router. */
export class ClientRequest {
  readonly startedAt = now();
  /** The client has gone, or the answer is broken off: nothing more is done for it. */
  gone = false;
  /** Ends what is under way for it now. */
  private stop: (() => void) | undefined;
  /** Engines that worked for it, for the log. */
  prefill = "";
  decode = "";
  /** Attempts after the first one. */
  retries = 0;

  constructor(
    readonly req: IncomingMessage,
    readonly res: ServerResponse,
    readonly id: string,
    /** Path of the table that it matched. */
    readonly route: string,
    /** Path and query as the client sent them. */
    readonly target: string,
    /** Whether an answer proves that the engine generates. */
    readonly generation: boolean,
    /** Headers for engines. */
    readonly headers: string,
  ) {}

  /** What is to be stopped if the client goes. At most one thing is under way at a time. */
  onGone(stop: (() => void) | undefined): void {
    this.stop = stop;
  }

  leave(): void {
    if (this.gone) return;
    this.gone = true;
    const { stop } = this;
    this.stop = undefined;
    stop?.();
  }
}
