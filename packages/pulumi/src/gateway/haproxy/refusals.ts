import { type Refusal, refusals as routers } from "@sonar-iac/router";
import { quoted } from "./text";

/**
 * Every answer that the gateway gives in an engine's stead. The key is what the header `x-sonar-reason`, the body's `error.code` and the
 * log's `reason` say, so that clients, alerts and people use one word; where a router may say the same, its words are the router's.
 */
export const refusals = {
  "unknown-path": routers["unknown-path"],
  "uri-too-long": { status: 414, type: "invalid_request_error", message: "The request address is too long." },
  "headers-too-large": { status: 431, type: "invalid_request_error", message: "The request headers are too large." },
  "invalid-key": routers["invalid-key"],
  "body-too-large": routers["body-too-large"],
  "body-too-slow": routers["body-too-slow"],
  "queue-full": routers["queue-full"],
  "queue-timeout": routers["queue-timeout"],
  "no-engine": { status: 503, type: "server_error", message: "No engine can be reached. Try again later." },
  "engine-lost": routers["engine-lost"],
  "engine-silent": routers["engine-silent"],
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
