import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** One request and its answer. */
export class Exchange {
  readonly method: string;
  readonly path: string;
  readonly began = performance.now();
  /** What the client called the request, or a number of our own. */
  readonly requestId: string;
  bytesIn = 0;
  bytesOut = 0;
  /** Called with the body once it has come. */
  onBody: (body: string) => void = () => {};
  /** Called with an answer that is no stream. */
  onAnswer: (body: string) => void = () => {};

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.method = request.method ?? "GET";
    this.path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    // uvicorn sends neither Connection nor Keep-Alive, so a proxy learns of the idle limit only when it meets it
    response.removeHeader("connection");
    this.requestId = this.header("x-request-id") ?? randomBytes(8).toString("hex");
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  }

  /** Calls back once, if the client goes before the answer is complete. */
  onGone(gone: () => void): void {
    this.response.once("close", () => {
      if (!this.response.writableFinished) gone();
    });
  }

  /** The whole body as text. */
  async body(): Promise<string> {
    const parts: Buffer[] = [];
    for await (const part of this.request) parts.push(Buffer.from(part));
    const body = Buffer.concat(parts);
    this.bytesIn = body.length;
    const text = body.toString();
    this.onBody(text);
    return text;
  }

  json(status: number, body: unknown): void {
    this.send(status, "application/json", JSON.stringify(body));
  }

  /** @param type Content type; undefined for an empty answer without one. */
  send(status: number, type: string | undefined, body: string): void {
    const { response } = this;
    if (response.destroyed || response.headersSent) return;
    this.onAnswer(body);
    const bytes = Buffer.from(body);
    this.bytesOut = bytes.length;
    response.writeHead(status, { ...(type && { "content-type": type }), "content-length": bytes.length });
    response.end(this.method === "HEAD" ? undefined : bytes);
  }

  /** Begins a stream of server-sent events: headers go out now. */
  beginEvents(): void {
    this.response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    this.response.flushHeaders();
  }

  /** One server-sent event.
   *  @param name Some APIs name them. */
  event(data: string, name?: string): void {
    const text = `${name === undefined ? "" : `event: ${name}\n`}data: ${data}\n\n`;
    this.bytesOut += Buffer.byteLength(text);
    this.response.write(text);
  }

  end(): void {
    this.response.end();
  }
}
