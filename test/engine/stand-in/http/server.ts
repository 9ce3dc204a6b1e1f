import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { control } from "../control/control";
import type { Core } from "../engine/core";
import { authorized } from "./auth";
import { cors } from "./cors";
import { ApiError } from "./errors";
import { Exchange } from "./exchange";
import { route } from "./routes";

/** The HTTP server of a stand-in; it does not listen yet. */
export function serverOf(core: Core): Server {
  const server = createServer((request, response) => {
    const exchange = new Exchange(request, response);
    handle(core, exchange).catch((error: unknown) => {
      console.error("request failed", exchange.method, exchange.path, error);
      exchange.json(500, { error: { message: String(error), type: "InternalServerError", param: null, code: 500 } });
    });
  });
  server.keepAliveTimeout = core.settings.keepAliveSeconds * 1000;
  // the engine's server does not limit how long a request may take to arrive
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  const { host, port } = core.settings;
  core.refuseNew = (refuse) => {
    if (refuse && server.listening) server.close();
    if (!refuse && !server.listening && !core.stopping) server.listen(port, host);
  };
  return server;
}

/** In the engine's order: key, cross-origin headers, request id, route. */
async function handle(core: Core, exchange: Exchange): Promise<void> {
  const { method, path, response } = exchange;
  response.setHeader("server", "uvicorn");
  if (await control(core, exchange)) return;
  const entry = core.log.add(method, path, exchange.header("x-request-id"));
  if (core.settings.logBodies) {
    entry.headers = exchange.request.headers;
    exchange.onBody = (body) => {
      entry.body = body;
    };
    exchange.onAnswer = (answer) => {
      entry.answer = answer;
    };
  }
  response.once("close", () => {
    entry.state = response.writableFinished ? "answered" : "gone";
    entry.status = response.headersSent ? response.statusCode : null;
  });
  const authorization = exchange.header("authorization");
  if (!authorized({ method, path, authorization }, core.settings.apiKeys)) {
    exchange.json(401, { error: "Unauthorized" });
    return;
  }
  if (core.settings.requestIdHeaders) {
    response.setHeader("x-request-id", exchange.header("x-request-id") ?? randomUUID().replaceAll("-", ""));
  }
  if (cors(exchange)) return;
  const { handler, answer } = route(method, path);
  response.once("close", () => {
    const bytes = { in: exchange.bytesIn, out: exchange.bytesOut };
    const seconds = (performance.now() - exchange.began) / 1000;
    core.http.answered(handler, method, response.statusCode, bytes, seconds);
  });
  try {
    await answer(core, exchange, entry);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    exchange.json(error.status, error.body());
  }
}
