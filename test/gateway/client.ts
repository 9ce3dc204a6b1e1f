import { Agent, request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { clientKey } from "./haproxy";

/** What a client saw. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body, parsed. */
  json<T = { error: { message: string; type: string; code: string } }>(): T;
}

export interface Ask extends RequestOptions {
  body?: string | Buffer;
  /** Sends the body in chunks, without a length. */
  chunked?: boolean;
  /** null sends none. */
  key?: string | null;
}

/** One request with an agent of its own. Rejects when the connection ends without a whole answer. */
export function ask(
  port: number,
  path: string,
  { body, chunked, key = clientKey, headers, ...options }: Ask = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined
        ? {}
        : chunked
          ? { "transfer-encoding": "chunked" }
          : { "content-length": Buffer.byteLength(body) };
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
    const sent = httpRequest({
      host: "127.0.0.1",
      port,
      path,
      method: body === undefined ? "GET" : "POST",
      agent: false,
      headers: {
        ...authorization,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...length,
        ...headers,
      },
      ...options,
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (data) => (text += data));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) }),
      );
    });
    sent.end(body);
  });
}

/** A chat request's body. */
export const chat = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }], ...fields });

/** A chat request. */
export const askChat = (port: number, options: Ask = {}) =>
  ask(port, "/v1/chat/completions", { body: chat(), ...options });

/** An agent that keeps its one connection. */
export const keepAlive = () => new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends bytes as they are and returns all that came back, and how the connection ended. */
export function askRaw(
  port: number,
  bytes: string | Buffer,
  seconds = 10,
): Promise<{ text: string; end: "closed" | "reset" | "timeout" }> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const finish = (end: "closed" | "reset" | "timeout") => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, end });
    };
    const timer = setTimeout(() => finish("timeout"), seconds * 1000);
    socket.on("data", (data) => (text += data));
    socket.on("error", () => finish("reset"));
    socket.on("end", () => finish("closed"));
  });
}
