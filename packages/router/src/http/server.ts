import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** Longer than a gateway keeps its idle connections, so that it is never the router who closes one that is about to be used. */
const keepAliveMs = 120_000;

/** Answers with a line of text. */
export function sayText(res: ServerResponse, status: number, text: string, type = "text/plain; charset=utf-8"): void {
  res.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
  res.end(text);
}

/** An HTTP server with the limits that a router needs. */
export function httpServer(handle: (req: IncomingMessage, res: ServerResponse) => void): Server {
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      headersTimeout: 60_000,
      requestTimeout: 0,
      maxHeaderSize: 64 * 1024,
      noDelay: true,
    },
    handle,
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // an answer that is under way is broken off, not written into
    const answering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (!socket.writable || error.code === "ECONNRESET" || answering) {
      socket.destroy();
      return;
    }
    const tooLarge = error.code === "HPE_HEADER_OVERFLOW";
    const message = tooLarge ? "The request headers are too large." : "The request is not valid HTTP.";
    const body = JSON.stringify({ error: { message, type: "invalid_request_error", code: "bad-request" } });
    socket.end(
      `HTTP/1.1 ${tooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request"}\r\nconnection: close\r\nx-sonar-reason: bad-request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  return server;
}

/** Listens; rejects when the port cannot be had. */
export function listening(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
