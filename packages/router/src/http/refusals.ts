import type { ServerResponse } from "node:http";

/** One way in which what stands before engines refuses or fails a request itself. */
export interface Refusal {
  status: number;
  /** OpenAI's error type. */
  type: string;
  /** For people; no quotes. */
  message: string;
  /** Whether a client should come again: Retry-After is sent. */
  again?: boolean;
}

/** Every answer that the router gives in an engine's stead; the key is the header `x-sonar-reason` and the body's `error.code`, as in the gateway. */
export const refusals = {
  "unknown-path": { status: 404, type: "invalid_request_error", message: "This method and path are not served here." },
  "invalid-key": {
    status: 401,
    type: "authentication_error",
    message: "The API key is missing or not valid. Send it as Authorization: Bearer KEY.",
  },
  "bad-request": { status: 400, type: "invalid_request_error", message: "The request is not valid." },
  "body-too-large": { status: 413, type: "invalid_request_error", message: "The request body is too large." },
  "body-too-slow": { status: 408, type: "invalid_request_error", message: "The request did not arrive in time." },
  "queue-full": {
    status: 429,
    type: "rate_limit_error",
    message: "All engines are busy and the queue is full. Try again later.",
    again: true,
  },
  "queue-timeout": {
    status: 503,
    type: "server_error",
    message: "No engine had room for the request in time. Try again later.",
    again: true,
  },
  "no-prefill": {
    status: 503,
    type: "server_error",
    message: "No prefill engine can be used. Try again later.",
    again: true,
  },
  "no-decode": {
    status: 503,
    type: "server_error",
    message: "No decode engine can be used. Try again later.",
    again: true,
  },
  "prefill-failed": {
    status: 503,
    type: "server_error",
    message: "The prompt could not be processed by any of the prefill engines that were tried. Try again later.",
    again: true,
  },
  "lease-expired": {
    status: 503,
    type: "server_error",
    message: "The processed prompt could not be given to a decode engine in time. Try again later.",
    again: true,
  },
  "decode-unreachable": {
    status: 502,
    type: "server_error",
    message: "No decode engine could be reached. The request was not started.",
  },
  "engine-lost": {
    status: 502,
    type: "server_error",
    message: "The engine failed before it answered. The request may have been started.",
  },
  "engine-silent": {
    status: 504,
    type: "server_error",
    message: "The engine did not answer in time. The request may have been started.",
  },
  draining: { status: 503, type: "server_error", message: "This router is stopping. Try again.", again: true },
} as const satisfies Record<string, Refusal>;

/** Why the router answered in an engine's stead. */
export type Reason = keyof typeof refusals;

/** Answers with a refusal. Nothing may have been sent before. */
export function refuse(res: ServerResponse, reason: Reason, retryAfterSeconds: number, message?: string): void {
  const refusal: Refusal = refusals[reason];
  const body = JSON.stringify({ error: { message: message ?? refusal.message, type: refusal.type, code: reason } });
  res.writeHead(refusal.status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-sonar-reason": reason,
    ...(refusal.again && { "retry-after": String(retryAfterSeconds) }),
  });
  res.end(body);
}
