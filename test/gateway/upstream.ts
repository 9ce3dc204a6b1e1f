import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that an upstream has seen. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
  /** Set when the other side went away before the answer was complete. */
  cancelledAt?: number;
}

export type Handler = (seen: Seen, response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface Upstream {
  /** `127.0.0.1:port`. */
  address: string;
  port: number;
  /** All requests but health checks, in order. */
  seen: Seen[];
  /** Requests that run now, and the most that ran at once. */
  running: number;
  most: number;
  healthy: boolean;
  stop(): Promise<void>;
}

/** Answers with a small JSON object. */
export const ok: Handler = (_, response) =>
  void response.setHeader("content-type", "application/json").end('{"ok":true}');

/** A server in the test's process that stands where an engine would, for what no real engine does on command. */
export async function startUpstream(handle: Handler = ok, port = 0, healthPath = "/health"): Promise<Upstream> {
  const upstream: Upstream = {
    address: "",
    port: 0,
    seen: [],
    running: 0,
    most: 0,
    healthy: true,
    stop: () => Promise.resolve(),
  };
  const server = createServer({ maxHeaderSize: 65_536 }, async (request, response) => {
    if (request.url === healthPath) return void response.writeHead(upstream.healthy ? 200 : 503).end();
    const seen: Seen = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: "" };
    upstream.seen.push(seen);
    upstream.most = Math.max(upstream.most, ++upstream.running);
    response.on("close", () => {
      upstream.running--;
      if (!response.writableFinished) seen.cancelledAt = Date.now();
    });
    try {
      for await (const chunk of request) seen.body += chunk;
      await handle(seen, response, request);
    } catch {
      response.destroy();
    }
  });
  server.listen(port, "127.0.0.1");
  await new Promise((resolve, reject) => server.once("listening", resolve).once("error", reject));
  upstream.port = (server.address() as AddressInfo).port;
  upstream.address = `127.0.0.1:${upstream.port}`;
  upstream.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return upstream;
}
