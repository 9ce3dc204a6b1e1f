import type { Exchange } from "./exchange";

/** The engine's defaults: any origin, any method. Answers a preflight request and returns true; for others it only sets headers. */
export function cors(exchange: Exchange): boolean {
  const origin = exchange.header("origin");
  const { response } = exchange;
  response.setHeader("vary", "Origin");
  if (origin === undefined) return false;
  response.setHeader("access-control-allow-origin", "*");
  if (exchange.method !== "OPTIONS" || !exchange.header("access-control-request-method")) return false;
  response.setHeader("access-control-allow-methods", "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT, QUERY");
  response.setHeader("access-control-max-age", "600");
  exchange.send(200, "text/plain; charset=utf-8", "OK");
  return true;
}
