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
