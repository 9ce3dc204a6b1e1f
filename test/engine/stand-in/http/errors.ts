/** An answer that is an error in the shape of the OpenAI API, as the engine gives it. */
export class ApiError extends Error {
  /** @param parameter The field at fault, or null. */
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly parameter: string | null = null,
  ) {
    super(message);
  }

  body(): unknown {
    return { error: { message: this.message, type: this.type, param: this.parameter, code: this.status } };
  }
}

/** 400: a value that the engine refuses; the message repeats field and value as the engine's does. */
export function badRequest(message: string, parameter: string | null = null, value?: unknown): ApiError {
  const fields = [...(parameter ? [`parameter=${parameter}`] : []), ...(value !== undefined ? [`value=${value}`] : [])];
  const shown = fields.length > 0 ? `${message} (${fields.join(", ")})` : message;
  return new ApiError(400, "BadRequestError", shown, parameter);
}

/** 400: a body that does not have the request's form. */
export function malformed(location: string, kind: string, message: string): ApiError {
  const text = `1 validation error:\n  {'type': '${kind}', 'loc': '${location}', 'msg': '${message}'}`;
  return new ApiError(400, "Bad Request", text, location);
}

/** 404: a model that this engine does not serve. */
export function noSuchModel(name: string): ApiError {
  return new ApiError(404, "NotFoundError", `The model \`${name}\` does not exist.`, "model");
}

/** 503: the engine's own queue limit. */
export function busy(): ApiError {
  return new ApiError(
    503,
    "Service Unavailable",
    "The engine is currently busy and cannot accept new requests. Please try again later or on a different instance.",
  );
}

/** 503: the engine's limit of prompt tokens that wait. */
export function tooManyTokens(): ApiError {
  return new ApiError(
    503,
    "Service Unavailable",
    "The engine has reached its prefill token backlog limit. Please try again later or on a different instance.",
  );
}

/** 500, also in the middle of a stream: the engine's core died. */
export function coreDied(): ApiError {
  return new ApiError(500, "InternalServerError", "EngineCore encountered an issue.");
}

/** 500: the KV cache of another engine could not be read. */
export function loadFailed(): ApiError {
  return new ApiError(500, "InternalServerError", "Internal server error");
}

/** 500: what a generation request gets once the engine has been told to stop. */
export function stopping(): ApiError {
  return new ApiError(500, "InternalServerError", "cannot schedule new futures after shutdown");
}
