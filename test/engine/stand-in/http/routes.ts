import { engineRoutes } from "../../../../packages/topology/src/engine/routes";
import { chat, completions, invocations, messages, responses } from "../api/completions";
import { capacity, health, load, metrics, models, version } from "../api/system";
import type { LoggedRequest } from "../control/requestLog";
import type { Core } from "../engine/core";
import type { Exchange } from "./exchange";

/** Answers one request. */
export type Handler = (core: Core, exchange: Exchange, entry: LoggedRequest) => void | Promise<void>;

/** What the stand-in does, by path and method. */
const handlers: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  "/health": { GET: health },
  "/ping": { GET: health, POST: health },
  "/version": { GET: version },
  "/load": { GET: load },
  "/metrics": { GET: metrics },
  "/v1/models": { GET: models },
  "/v1/capacity": { GET: capacity },
  "/v1/completions": { POST: completions },
  "/v1/chat/completions": { POST: chat },
  "/v1/responses": { POST: responses },
  "/v1/messages": { POST: messages },
  "/invocations": { POST: invocations },
};

/** What to do with a request. `handler` "none" is what metrics call an unknown path or method. */
export interface Route {
  handler: string;
  answer: Handler;
}

/** The route of a request: a handler, or the engine's 404 and 405, or 501 for what the engine has and the stand-in does not do. */
export function route(method: string, path: string): Route {
  const byMethod = handlers[path];
  const known = byMethod ? Object.keys(byMethod) : unsupported(path);
  if (known.length === 0) return { handler: "none", answer: status(404, "Not Found") };
  if (!known.includes(method)) return { handler: "none", answer: notAllowed(known) };
  return { handler: path, answer: byMethod?.[method] ?? notDone };
}

/** Methods of a route that an engine with default options has; none: unknown path. */
function unsupported(path: string): string[] {
  const always = engineRoutes().filter((r) => !r.server && (!r.requires || r.requires === "generate task"));
  return always.filter((r) => template(r.path).test(path)).flatMap((r) => r.methods);
}

function template(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]*\}/g, "[^/]+")}$`);
}

function status(code: number, detail: string): Handler {
  return (_core, exchange) => exchange.json(code, { detail });
}

function notAllowed(methods: readonly string[]): Handler {
  return (_core, exchange) => {
    exchange.response.setHeader("allow", methods.join(", "));
    exchange.json(405, { detail: "Method Not Allowed" });
  };
}

const notDone: Handler = (_core, exchange) =>
  exchange.json(501, { error: `The stand-in does not do ${exchange.method} ${exchange.path}; the engine does.` });
