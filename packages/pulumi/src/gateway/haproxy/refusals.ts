import { quoted } from "./text";

/** One way in which the gateway itself refuses or fails a request. */
export interface Refusal {
  status: number;
  /** OpenAI's error type. */
  type: string;
  /** For people; no quotes. */
  message: string;
}

/**
 * Every answer that the gateway gives in an engine's stead. The key is what the header `x-sonar-reason`, the body's `error.code` and the
 * log's `reason` say, so that clients, alerts and people use one word.
 */
export const refusals = {
  "unknown-path": { status: 404, type: "invalid_request_error", message: "This method and path are not served here." },
  "uri-too-long": { status: 414, type: "invalid_request_error", message: "The request address is too long." },
  "headers-too-large": { status: 431, type: "invalid_request_error", message: "The request headers are too large." },
  "invalid-key": {
    status: 401,
    type: "authentication_error",
    message: "The API key is missing or not valid. Send it as Authorization: Bearer KEY.",
  },
  "body-too-large": { status: 413, type: "invalid_request_error", message: "The request body is too large." },
  "body-too-slow": { status: 408, type: "invalid_request_error", message: "The request did not arrive in time." },
  "queue-full": {
    status: 429,
    type: "rate_limit_error",
    message: "All engines are busy and the queue is full. Try again later.",
  },
  "queue-timeout": {
    status: 503,
    type: "server_error",
    message: "No engine had room for the request in time. Try again later.",
  },
  "no-engine": { status: 503, type: "server_error", message: "No engine can be reached. Try again later." },
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
  "bad-request": { status: 400, type: "invalid_request_error", message: "The request is not valid HTTP." },
  "gateway-error": { status: 500, type: "server_error", message: "The gateway failed to handle the request." },
  "https-only": {
    status: 403,
    type: "invalid_request_error",
    message: "Use HTTPS. A key that was sent here should be replaced.",
  },
} as const satisfies Record<string, Refusal>;

/** Why the gateway answered in an engine's stead. */
export type RefusalReason = keyof typeof refusals;

/** The body, as OpenAI's clients read it. */
export const refusalBody = ({ type, message }: Refusal, code: string) =>
  JSON.stringify({ error: { message, type, code } });

/** Status, body and headers of a refusal, as `http-request return` and `http-error` take them. */
export function answer(reason: RefusalReason, headers: Record<string, string | number> = {}): string {
  const refusal = refusals[reason];
  const all = Object.entries({ "x-sonar-reason": reason, ...headers }).map(
    ([name, value]) => `hdr ${name} ${quoted(String(value))}`,
  );
  return [
    `status ${refusal.status} content-type application/json string ${quoted(refusalBody(refusal, reason))}`,
    ...all,
  ].join(" ");
}
