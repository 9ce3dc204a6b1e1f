import { ApiError, badRequest, malformed } from "../http/errors";

/** A request's body: fields by name. */
export type Body = Readonly<Record<string, unknown>>;

/** The body of a JSON request. Throws the 400 that the engine answers for another content type, for bad JSON and for what is no object. */
export function readBody(contentType: string | undefined, text: string): Body {
  if (!/^application\/json\b/i.test(contentType ?? "")) {
    throw new ApiError(
      400,
      "Bad Request",
      "1 validation error:\n  Unsupported Media Type: Only 'application/json' is allowed",
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("body", "json_invalid", "JSON decode error");
  }
  if (!isObject(value)) throw malformed("body", "model_attributes_type", "Input should be a valid dictionary");
  return value;
}

/** Whether a value has fields. */
export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A whole number, also from its digits; undefined when the field is absent or null. */
export function integer(body: Body, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === "string" && /^[+-]?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isInteger(number)) {
    throw malformed(`body.${name}`, "int_parsing", "Input should be a valid integer");
  }
  return number;
}

/** What is the same in completions and chat: whether to stream, and which usage to send. */
export interface StreamOptions {
  stream: boolean;
  usageAtEnd: boolean;
  usageAlways: boolean;
}

/** @param forced `--enable-force-include-usage`. */
export function streamOptions(body: Body, forced: boolean): StreamOptions {
  const stream = body.stream === true;
  const options = isObject(body.stream_options) ? body.stream_options : undefined;
  if (options && Object.keys(options).length > 0 && !stream) {
    throw badRequest("Stream options can only be defined when `stream=True`.", "stream_options");
  }
  const usageAtEnd = stream && (options?.include_usage === true || forced);
  return { stream, usageAtEnd, usageAlways: usageAtEnd && (options?.continuous_usage_stats === true || forced) };
}

/** How many tokens to generate for a prompt. Throws the engine's 400s: below 1, and beyond the context.
 *  @param field Where the request says so.
 *  @param asked What the request or the API's default says; undefined: all that fit. */
export function tokensToGenerate(
  field: string,
  asked: number | undefined,
  promptTokens: number,
  maxModelLen: number,
): number {
  const wanted = asked ?? 0;
  if (wanted > maxModelLen) {
    throw badRequest(
      `${field}=${wanted} cannot be greater than max_model_len=max_total_tokens=${maxModelLen}. Please request fewer output tokens.`,
      field,
      wanted,
    );
  }
  if (promptTokens + wanted > maxModelLen) {
    const least = maxModelLen - wanted + 1;
    throw badRequest(
      `This model's maximum context length is ${maxModelLen} tokens. However, you requested ${wanted} output tokens and your prompt contains at least ${least} input tokens, for a total of at least ${least + wanted} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`,
      "input_tokens",
      least,
    );
  }
  const tokens = asked ?? maxModelLen - promptTokens;
  if (tokens < 1) throw badRequest(`max_tokens must be at least 1, got ${tokens}.`, "max_tokens", tokens);
  return tokens;
}
