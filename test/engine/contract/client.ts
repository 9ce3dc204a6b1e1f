import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

/** Where to send it: an engine, or what stands before one. */
export interface Place {
  /** Without a slash at the end. */
  url: string;
}

/** What to send: POST with a JSON body if there is one, else GET. */
export interface Call {
  method?: string;
  /** Bearer token. */
  key?: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

/** A whole answer. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** One request on a connection of its own. */
export async function call(engine: Place, path: string, how: Call = {}): Promise<Answer> {
  const { incoming } = await opened(engine, path, how);
  let text = "";
  for await (const part of incoming.setEncoding("utf8")) text += part;
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, text };
}

/** An answer that is read as it comes. */
export interface OpenAnswer {
  status: number;
  /** Texts after `data: ` that have come so far. */
  events: string[];
  /** Whether the engine ended the answer properly; false: the connection broke. */
  ended: Promise<boolean>;
  /** Resolves when at least so many events have come; rejects if the answer ends before. */
  atLeast(count: number): Promise<void>;
  /** Leaves, as a client that has lost interest. */
  leave(): void;
}

/** Begins a request and resolves with the headers of its answer. */
export async function open(engine: Place, path: string, how: Call): Promise<OpenAnswer> {
  const { outgoing, incoming } = await opened(engine, path, how);
  const events: string[] = [];
  let rest = "";
  let over = false;
  let look = () => {};
  const ended = new Promise<boolean>((resolve) => {
    incoming.setEncoding("utf8").on("data", (text: string) => {
      const parts = (rest + text).split("\n\n");
      rest = parts.pop() ?? "";
      events.push(...parts.map((part) => part.replace(/^data: /, "")));
      look();
    });
    incoming.once("error", () => undefined);
    incoming.once("close", () => {
      over = true;
      resolve(incoming.complete);
      look();
    });
  });
  const atLeast = (count: number) =>
    new Promise<void>((resolve, reject) => {
      look = () => {
        if (events.length >= count) resolve();
        else if (over) reject(new Error(`the answer ended after ${events.length} events`));
      };
      look();
    });
  return { status: incoming.statusCode ?? 0, events, ended, atLeast, leave: () => void outgoing.destroy() };
}

/** The error code of a connection that cannot be made, or the status of an answer. */
export async function knock(engine: Place, path = "/health"): Promise<number | string> {
  try {
    return (await call(engine, path)).status;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

function opened(
  engine: Place,
  path: string,
  { method, key, headers, body }: Call,
): Promise<{ outgoing: ClientRequest; incoming: IncomingMessage }> {
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(engine.url + path, {
      method: method ?? (text === undefined ? "GET" : "POST"),
      agent: false,
      headers: {
        ...(text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...headers,
      },
    });
    outgoing.once("response", (incoming) => resolve({ outgoing, incoming }));
    outgoing.on("error", reject);
    outgoing.end(text);
  });
}
