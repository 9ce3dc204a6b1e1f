import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { command } from "../host/command";
import { usedKubeconfig } from "../host/kubectl";
import { pathOf } from "./paths";
import type { Resource } from "./types";

/** Where an API server is, and as whom it is asked. */
export interface Access {
  server: string;
  ca?: Buffer;
  cert?: Buffer;
  key?: Buffer;
  token?: string;
}

/** Access of the tests' cluster. Certificates and tokens are read, programs that fetch one are not run. */
export async function clusterAccess(): Promise<Access> {
  const view = ["config", "view", "--raw", "--minify", "--flatten", "--output", "json"];
  const { clusters, users } = JSON.parse(await command("kubectl", ["--kubeconfig", usedKubeconfig, ...view]));
  const { server, "certificate-authority-data": ca } = clusters[0].cluster;
  const { "client-certificate-data": cert, "client-key-data": key, token } = users[0].user;
  const decoded = (data?: string) => (data === undefined ? undefined : Buffer.from(data, "base64"));
  return { server, ca: decoded(ca), cert: decoded(cert), key: decoded(key), token };
}

/** What the API server said no to. */
export class Refused extends Error {
  constructor(
    what: string,
    readonly status: number,
    body: string,
  ) {
    super(`${what}: HTTP ${status} ${body.slice(0, 500)}`);
  }
}

export interface WatchEvent<T> {
  type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  object: T;
}

/** What the controller needs of Kubernetes' API. */
export class Api {
  private readonly agent: Agent;

  constructor(private readonly access: Access) {
    const { ca, cert, key } = access;
    this.agent = new Agent({ keepAlive: true, ca, cert, key });
  }

  /** Undefined when it is not there. */
  get = <T>(path: string): Promise<T | undefined> => missing(this.json<T>("GET", path));

  async list<T>(path: string, labelSelector: string): Promise<T[]> {
    return (await this.json<{ items: T[] }>("GET", `${path}?${new URLSearchParams({ labelSelector })}`)).items;
  }

  /** Makes it, or makes it so; fields that others set stay. */
  apply = (object: Resource): Promise<unknown> =>
    this.json("PATCH", `${pathOf(object)}?fieldManager=lws&force=true`, object, "application/apply-patch+yaml");

  merge = (path: string, change: object): Promise<unknown> =>
    this.json("PATCH", path, change, "application/merge-patch+json");

  /** Deletes an object, unless another one has taken its name. */
  remove(object: Resource, propagationPolicy: "Foreground" | "Background"): Promise<unknown> {
    const { uid } = object.metadata;
    return missing(this.json("DELETE", pathOf(object), { propagationPolicy, ...(uid && { preconditions: { uid } }) }));
  }

  /** Tells everything that is there as added, then every change, until the server ends it or `signal` does. */
  async watch<T>(path: string, labelSelector: string, signal: AbortSignal, tell: (event: WatchEvent<T>) => void) {
    const query = new URLSearchParams({ watch: "1", timeoutSeconds: "120", ...(labelSelector && { labelSelector }) });
    const answer = await this.send("GET", `${path}?${query}`, undefined, undefined, signal);
    let rest = "";
    for await (const chunk of answer.setEncoding("utf8")) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) tell(JSON.parse(line) as WatchEvent<T>);
    }
  }

  private async json<T>(method: string, path: string, body?: object, type?: string): Promise<T> {
    return JSON.parse(await text(await this.send(method, path, body, type))) as T;
  }

  private async send(method: string, path: string, body?: object, type = "application/json", signal?: AbortSignal) {
    const { server, token } = this.access;
    const content = body && JSON.stringify(body);
    // Node sends no length of a DELETE's body by itself
    const framing = content && { "content-type": type, "content-length": Buffer.byteLength(content) };
    const headers = { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }), ...framing };
    const asked = request(new URL(path, server), {
      method,
      agent: this.agent,
      headers,
      signal,
    });
    asked.end(content);
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    const status = answer.statusCode ?? 0;
    if (status >= 300) throw new Refused(`${method} ${path}`, status, await text(answer));
    return answer;
  }

  close = () => this.agent.destroy();
}

const missing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  });
