import type { IncomingHttpHeaders } from "node:http";

/** What became of a request that the stand-in has seen. */
export type RequestState = "open" | "answered" | "gone";

/** One request, as GET /stand-in/log shows it. */
export interface LoggedRequest {
  /** Counts from 1. */
  number: number;
  /** The header x-request-id; null: none was sent. */
  requestId: string | null;
  method: string;
  path: string;
  /** Milliseconds since 1970. */
  at: number;
  /** `gone`: the client left before the answer was complete. */
  state: RequestState;
  /** null until headers are sent. */
  status: number | null;
  /** Of a generation: what was asked. */
  stream?: boolean;
  promptTokens?: number;
  maxTokens?: number;
  /** With a KV connector: what the request asked of it; absent: nothing. */
  role?: "prefill" | "decode";
  /** And what became of the KV cache: held for another engine, or another's was read, could not be read, or was released unread. */
  kv?: "held" | "read" | "failed" | "released";
  /** With STAND_IN_LOG_BODIES=1: as they came. */
  headers?: IncomingHttpHeaders;
  body?: string;
  /** And the answer, unless it is a stream. */
  answer?: string;
}

/** The requests seen, oldest first; the oldest are forgotten beyond 10,000. */
export class RequestLog {
  private readonly requests: LoggedRequest[] = [];
  private count = 0;

  add(method: string, path: string, requestId: string | undefined): LoggedRequest {
    const number = ++this.count;
    const entry: LoggedRequest = {
      number,
      requestId: requestId ?? null,
      method,
      path,
      at: Date.now(),
      state: "open",
      status: null,
    };
    this.requests.push(entry);
    if (this.requests.length > 10_000) this.requests.shift();
    return entry;
  }

  all(): readonly LoggedRequest[] {
    return this.requests;
  }
}
