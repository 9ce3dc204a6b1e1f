import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "../admission/admission";
import { parseBody, plainBodyProblem } from "../exchange/body";
import { decodeAlone } from "../exchange/decodeAlone";
import { disaggregate, type Ended } from "../exchange/disaggregated";
import { ClientRequest } from "../exchange/request";
import type { Services } from "../exchange/services";
import { now } from "../upstream/connection";
import { forwardedHeaders } from "./headers";
import { readBody } from "./readBody";
import { type Reason, refuse } from "./refusals";
import type { Route } from "./routes";

/** A client has this long for its body. The gateway in front reads it first, and has its own limit. */
const bodyMs = 60_000;
const slowMs = 30_000;

/** What the API needs besides what an exchange does. */
export interface ApiOptions {
  services: Services;
  admission: Admission;
  find(method: string, path: string): Route | undefined;
  allowed(authorization: string | undefined): boolean;
  /** The process is to end: nothing new. */
  stopping(): boolean;
}

const idPattern = /^[\x21-\x7e]{1,256}$/;

/** Handles a request of a client. Never throws. */
export async function handleApi(options: ApiOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { services } = options;
  const target = req.url ?? "/";
  const query = target.indexOf("?");
  const path = query < 0 ? target : target.slice(0, query);
  const route = options.find(req.method ?? "", path);
  const given = req.headers["x-request-id"];
  const id = typeof given === "string" && idPattern.test(given) ? given : randomUUID();
  const headers = forwardedHeaders(req.rawHeaders, id, services.authorization);
  const client = new ClientRequest(
    req,
    res,
    id,
    route?.path ?? "unknown",
    target,
    route?.as === "disaggregate",
    headers,
  );
  res.once("close", () => client.leave());
  let ended: Ended;
  try {
    ended = await answer(options, client, route);
  } catch (error) {
    services.log.error("request failed", {
      id,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    res.destroy();
    ended = { kind: "answered", status: 0, how: "broken" };
  }
  if (ended.kind === "refused") {
    if (client.gone) ended = { kind: "gone" };
    else refuseWith(client, ended.reason, services.config.admission.retryAfterSeconds, ended.message);
  }
  report(services, client, ended);
}

async function answer(options: ApiOptions, client: ClientRequest, route: Route | undefined): Promise<Ended> {
  const { services, admission } = options;
  const { req, res } = client;
  if (!route) return refused("unknown-path");
  if (!options.allowed(req.headers.authorization)) return refused("invalid-key");
  if (options.stopping()) {
    res.shouldKeepAlive = false;
    return refused("draining");
  }
  const hasBody = req.headers["content-length"] !== undefined || req.headers["transfer-encoding"] !== undefined;
  const read = hasBody ? await readBody(req, services.config.limits.bodyBytes, bodyMs) : undefined;
  if (read === "gone") return { kind: "gone" };
  if (typeof read === "string") return refused(read);
  const bytes = read ?? Buffer.alloc(0);
  const body = route.as === "disaggregate" ? parseBody(bytes) : undefined;
  const problem = typeof body === "string" ? body : plainBodyProblem(bytes, req.headers["content-type"]);
  if (problem) return refused("bad-request", problem);
  if (client.gone) return { kind: "gone" };
  const admitted = await admit(services, admission, client);
  if (admitted !== "admitted") return admitted === "gone" ? { kind: "gone" } : refused(admitted);
  try {
    if (client.gone) return { kind: "gone" };
    if (typeof body === "object") return await disaggregate(services, client, body);
    return await decodeAlone(services, client, hasBody ? [bytes] : [], hasBody ? bytes.length : undefined);
  } finally {
    admission.leave();
  }
}

function admit(
  services: Services,
  admission: Admission,
  client: ClientRequest,
): Promise<"admitted" | "queue-full" | "queue-timeout" | "gone"> {
  return new Promise((resolve) => {
    const since = now();
    const leave = admission.ask((outcome) => {
      client.onGone(undefined);
      if (outcome !== "queue-full") services.metrics.queueSeconds.with().observe((now() - since) / 1000);
      resolve(outcome);
    });
    // a client that is gone by then has been told to the one who asked already
    client.onGone(() => {
      leave();
      resolve("gone");
    });
  });
}

const refused = (reason: Reason, message?: string): Ended => ({ kind: "refused", reason, message });

function refuseWith(
  client: ClientRequest,
  reason: Reason,
  retryAfterSeconds: number,
  message: string | undefined,
): void {
  const { req, res } = client;
  // what is left of the body is not read: the connection cannot be used again
  if (!req.complete) res.shouldKeepAlive = false;
  res.setHeader("x-request-id", client.id);
  refuse(res, reason, retryAfterSeconds, message);
}

function report({ metrics, log }: Services, client: ClientRequest, ended: Ended): void {
  const ms = now() - client.startedAt;
  const outcome = outcomeOf(ended);
  metrics.requests.with({ path: client.route, outcome }).inc();
  metrics.requestSeconds.with().observe(ms / 1000);
  const fields = {
    id: client.id,
    path: client.route,
    outcome,
    status: ended.kind === "answered" ? ended.status : undefined,
    ms: Math.round(ms * 10) / 10,
    prefill: client.prefill || undefined,
    decode: client.decode || undefined,
    retries: client.retries || undefined,
  };
  if (outcome === "ok" || outcome === "gone" || outcome === "client-error")
    log.info(ms > slowMs ? "slow request" : "request", fields);
  else log.warn("request", fields);
}

function outcomeOf(ended: Ended): string {
  if (ended.kind === "refused") return ended.reason;
  if (ended.kind === "gone") return "gone";
  if (ended.how === "broken") return "aborted";
  return ended.status >= 500 ? "engine-error" : ended.status >= 400 ? "client-error" : "ok";
}
