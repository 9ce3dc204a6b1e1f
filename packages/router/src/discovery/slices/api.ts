import { readFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { EndpointSliceDiscovery } from "../../config/config";

const account = "/var/run/secrets/kubernetes.io/serviceaccount";

/** How the API server is reached. */
export interface ApiAccess {
  url: string;
  tokenFile?: string;
  certificateFile?: string;
}

/** The API server of a configuration, or the pod's own. Throws outside of a pod without one. */
export function apiAccess({ api }: EndpointSliceDiscovery, env: NodeJS.ProcessEnv = process.env): ApiAccess {
  if (api) return api;
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  if (!host || !port)
    throw new Error(
      "discovery.api: it is missing, and KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, as they are in a pod. Give the API server's url.",
    );
  return {
    url: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
    tokenFile: `${account}/token`,
    certificateFile: `${account}/ca.crt`,
  };
}

/** The API server refused. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads from the API server; nothing is ever written. Token and certificate are read anew each time: both are renewed in place.
 * Resolves with the answer's head; rejects with an ApiError for any status but 200, and when nothing comes for `silenceMs`.
 */
export function get(access: ApiAccess, path: string, signal: AbortSignal, silenceMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, access.url);
    const token = access.tokenFile && readFileSync(access.tokenFile, "utf8").trim();
    const ca = access.certificateFile && readFileSync(access.certificateFile);
    const headers = { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const options = { headers, signal, agent: false, timeout: silenceMs, ...(ca && { ca }) };
    const sent = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options, (res) => {
      if (res.statusCode === 200) return resolve(res);
      text(res).then(
        (body) => reject(new ApiError(res.statusCode ?? 0, `HTTP ${res.statusCode}: ${body.slice(0, 300)}`)),
        reject,
      );
    });
    sent.on("timeout", () => sent.destroy(new Error(`the API server said nothing for ${silenceMs} ms`)));
    sent.on("error", reject);
    sent.end();
  });
}

/** All of an answer. */
export async function text(res: IncomingMessage): Promise<string> {
  let all = "";
  res.setEncoding("utf8");
  for await (const more of res) all += more;
  return all;
}

/** An answer's lines, as they come. */
export async function* lines(res: IncomingMessage): AsyncGenerator<string> {
  let rest = "";
  res.setEncoding("utf8");
  for await (const more of res) {
    rest += more;
    let from = 0;
    for (let at = rest.indexOf("\n"); at >= 0; at = rest.indexOf("\n", from)) {
      if (at > from) yield rest.slice(from, at);
      from = at + 1;
    }
    rest = rest.slice(from);
  }
}
