import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../../test-fixtures/setup";
import type { EngineAddress } from "../../engines/engine";
import { apiAccess } from "./api";
import { Slices } from "./slices";

const config = {
  kind: "endpoint-slices" as const,
  namespace: "llm",
  selector: "a=b,c",
  roleLabel: "role",
  compatibilityLabel: "hash",
  resyncSeconds: 300,
};
const slice = (name: string, address: string, version: string) => ({
  metadata: { name, labels: { role: "decode", hash: "h" }, resourceVersion: version },
  addressType: "IPv4",
  ports: [{ name: "http", port: 1 }],
  endpoints: [{ addresses: [address], conditions: { serving: true }, targetRef: { uid: name } }],
});

/** An API server that says what a test wants. */
class FakeApi {
  readonly lists: URL[] = [];
  readonly watches: { url: URL; res: ServerResponse; token: string | undefined }[] = [];
  items = [slice("one", "10.0.0.1", "1")];
  version = "10";
  status = 200;
  readonly server = createServer((req, res) => {
    const url = new URL(req.url ?? "", "http://x");
    expect(req.method).toBe("GET");
    if (url.searchParams.get("watch")) {
      res.writeHead(200).flushHeaders();
      this.watches.push({ url, res, token: req.headers.authorization });
      return;
    }
    this.lists.push(url);
    res.writeHead(this.status).end(JSON.stringify({ metadata: { resourceVersion: this.version }, items: this.items }));
  });

  say(type: string, object: unknown): void {
    this.watches.at(-1)?.res.write(`${JSON.stringify({ type, object })}\n`);
  }
}

let api: FakeApi;
let slices: Slices;
let folder: string;
let told: EngineAddress[][];
let failures: unknown[];
let events: string[];
beforeEach(async () => {
  [told, failures, events] = [[], [], []];
  folder = mkdtempSync(join(tmpdir(), "slices-"));
  writeFileSync(join(folder, "token"), "first\n");
  api = new FakeApi();
  await new Promise<void>((resolve) => api.server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(api.server.address() as AddressInfo).port}`;
  slices = new Slices(
    config,
    { url, tokenFile: join(folder, "token") },
    {
      engines: (engines) => told.push(engines),
      event: (what) => events.push(what),
      failed: (error) => failures.push(error),
    },
  );
});
afterEach(async () => {
  slices.stop();
  api.server.closeAllConnections();
  await new Promise((resolve) => api.server.close(resolve));
  rmSync(folder, { recursive: true });
});
const hosts = () => told.at(-1)?.map(({ host }) => host);
const watching = (count: number) => until(() => api.watches.length === count);

describe("EndpointSlices", () => {
  it("are listed, then watched from there", async () => {
    await slices.start();
    await watching(1);
    expect(hosts()).toEqual(["10.0.0.1"]);
    expect(api.lists[0]?.pathname).toBe("/apis/discovery.k8s.io/v1/namespaces/llm/endpointslices");
    expect(api.lists[0]?.searchParams.get("labelSelector")).toBe("a=b,c");
    expect(api.watches[0]?.url.searchParams.get("resourceVersion")).toBe("10");
    expect(api.watches[0]?.token).toBe("Bearer first");
    api.say("ADDED", slice("two", "10.0.0.2", "11"));
    await until(() => hosts()?.length === 2);
    api.say("MODIFIED", { ...slice("one", "", "12"), endpoints: [{ addresses: [] }] });
    await until(() => hosts()?.length === 1);
    expect(hosts()).toEqual(["10.0.0.2"]);
    api.say("DELETED", slice("two", "10.0.0.2", "13"));
    await until(() => hosts()?.length === 0);
    expect(failures).toEqual([]);
  });

  it("are watched on from the last bookmark, with the token as it is then, when the server ends the watch", async () => {
    await slices.start();
    await watching(1);
    writeFileSync(join(folder, "token"), "second\n");
    api.say("BOOKMARK", { metadata: { name: "", resourceVersion: "99" } });
    api.watches[0]?.res.end();
    await watching(2);
    expect(api.watches[1]?.url.searchParams.get("resourceVersion")).toBe("99");
    expect(api.watches[1]?.token).toBe("Bearer second");
    expect(api.lists).toHaveLength(1);
    expect(told).toHaveLength(1);
  });

  it("are listed again when the server has forgotten the version", async () => {
    await slices.start();
    await watching(1);
    api.items = [slice("three", "10.0.0.3", "50")];
    api.say("ERROR", { code: 410, message: "too old" });
    await watching(2);
    expect(hosts()).toEqual(["10.0.0.3"]);
    expect(events).toEqual(["list", "watch", "expired", "list", "watch"]);
  });

  it("stay as they were while the API server fails, and are listed when it is back", async () => {
    await slices.start();
    await watching(1);
    api.status = 500;
    api.watches[0]?.res.destroy();
    await until(() => failures.length >= 2);
    expect(hosts()).toEqual(["10.0.0.1"]);
    api.status = 200;
    api.items = [];
    await watching(2);
    expect(hosts()).toEqual([]);
  });

  it("are listed anew on request", async () => {
    await slices.start();
    await watching(1);
    slices.reload();
    await watching(2);
    expect(api.lists).toHaveLength(2);
    expect(failures).toEqual([]);
  });
});

describe("the API server", () => {
  it("is the pod's own", () => {
    expect(apiAccess(config, { KUBERNETES_SERVICE_HOST: "10.0.0.9", KUBERNETES_SERVICE_PORT: "443" })).toEqual({
      url: "https://10.0.0.9:443",
      tokenFile: "/var/run/secrets/kubernetes.io/serviceaccount/token",
      certificateFile: "/var/run/secrets/kubernetes.io/serviceaccount/ca.crt",
    });
    expect(() => apiAccess(config, {})).toThrow("discovery.api: it is missing");
  });
});
