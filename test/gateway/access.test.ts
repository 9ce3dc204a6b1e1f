import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, askChat, askRaw, chat, keepAlive } from "./client";
import { clientKey, clientLine, describeGateway, engineKey, type RunningGateway, startGateway } from "./haproxy";
import { startUpstream, type Upstream } from "./upstream";
import { until } from "./wait";

describeGateway("Who may call what", () => {
  let upstream: Upstream;
  let gateway: RunningGateway;
  const clients = [clientLine(clientKey, "web"), clientLine("sk-old", "batch"), clientLine("sk-new", "batch")];

  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startGateway({ engines: [upstream.address], clients });
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  it.each([
    ["none", { key: null }],
    ["wrong", { key: "sk-wrong" }],
    ["empty", { key: "" }],
    ["a removed one", { key: "sk-removed" }],
    ["the engines' own", { key: engineKey }],
    ["its hash", { key: clientLine(clientKey, "").trim() }],
    ["right, but Basic", { key: null, headers: { authorization: `Basic ${clientKey}` } }],
    ["right, but bare", { key: null, headers: { authorization: clientKey } }],
  ])("401 with a key that is %s", async (_, options) => {
    const seen = upstream.seen.length;
    const answer = await askChat(gateway.port, options);
    expect(answer.status).toBe(401);
    expect(answer.headers).toMatchObject({
      "www-authenticate": "Bearer",
      "content-type": "application/json",
      "x-sonar-reason": "invalid-key",
    });
    expect(answer.json().error).toMatchObject({ type: "authentication_error", code: "invalid-key" });
    expect(upstream.seen).toHaveLength(seen);
  });

  it.each(["sk-old", "sk-new"])("200 with the key %s: two keys of one client are valid at a time", async (key) => {
    expect((await askChat(gateway.port, { key })).status).toBe(200);
    await until("the log line", () => gateway.lines().at(-1)?.client === "batch");
  });

  it("200 with the key in x-api-key, as clients of the messages API send it; Authorization counts where both are sent", async () => {
    expect((await askChat(gateway.port, { key: null, headers: { "x-api-key": "sk-new" } })).status).toBe(200);
    expect(upstream.seen.at(-1)?.headers["x-api-key"]).toBeUndefined();
    expect((await askChat(gateway.port, { key: null, headers: { "x-api-key": "sk-wrong" } })).status).toBe(401);
    expect((await askChat(gateway.port, { key: "sk-wrong", headers: { "x-api-key": "sk-new" } })).status).toBe(401);
  });

  it("shows the engine its own key in place of the client's", async () => {
    await askChat(gateway.port, {
      headers: {
        cookie: "session=1",
        "x-api-key": clientKey,
        "x-sonar-reason": "mine",
        upgrade: "h2c",
        connection: "upgrade",
      },
    });
    const headers = upstream.seen.at(-1)?.headers ?? {};
    expect(headers.authorization).toBe(`Bearer ${engineKey}`);
    expect(headers).toMatchObject({ "x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http" });
    for (const name of ["cookie", "x-api-key", "x-sonar-reason", "upgrade"]) expect(headers).not.toHaveProperty(name);
    expect(JSON.stringify(headers)).not.toContain(clientKey);
    expect(headers.connection).toBe("close");
  });

  it.each([
    ["GET", "/v1/models", 200],
    ["GET", "/v1/models?limit=1", 200],
    ["GET", "/v1/responses/resp_1.a:b", 200],
    ["POST", "/v1/responses/resp_1/cancel", 200],
    ["POST", "/v1/models", 404],
    ["OPTIONS", "/v1/models", 404],
    ["GET", "/v1/models/", 404],
    ["GET", "//v1/models", 404],
    ["GET", "/v1/../v1/models", 404],
    ["GET", "/V1/models", 404],
    ["GET", "/v1/responses/", 404],
    ["GET", "/v1/responses/..", 404],
    ["GET", "/v1/responses/a/b", 404],
    ["GET", "/v1/responses/..%2f..%2finvocations", 404],
    ["POST", "/invocations", 404],
    ["POST", "/scale_elastic_ep", 404],
    ["GET", "/metrics", 404],
    ["GET", "/", 404],
  ])("%s %s: %d", async (method, path, status) => {
    const answer = await ask(gateway.port, path, { method });
    expect(answer.status).toBe(status);
    if (status === 404) expect(answer.json().error.code).toBe("unknown-path");
  });

  it("reads the path of an absolute address", async () => {
    const hidden = await askRaw(
      gateway.port,
      `GET http://x/invocations HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${clientKey}\r\n\r\n`,
    );
    expect(hidden.text).toMatch(/^HTTP\/1.1 404 /);
  });

  it("answers health checks without a key, and logs none", async () => {
    const before = gateway.lines().length;
    expect((await ask(gateway.port, "/health", { key: null })).status).toBe(200);
    expect((await askChat(gateway.port)).status).toBe(200);
    await until("the log line", () => gateway.lines().length > before);
    expect(
      gateway
        .lines()
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(["/v1/chat/completions"]);
  });

  it("keeps a client's request id, and makes one where it is missing or odd", async () => {
    const own = await askChat(gateway.port, { headers: { "x-request-id": "my-id.1" } });
    expect(own.headers["x-request-id"]).toBe("my-id.1");
    expect(upstream.seen.at(-1)?.headers["x-request-id"]).toBe("my-id.1");
    for (const id of [undefined, "x".repeat(129), 'a"b', "a b"]) {
      const made = await askChat(gateway.port, { headers: id === undefined ? {} : { "x-request-id": id } });
      expect(made.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      expect(upstream.seen.at(-1)?.headers["x-request-id"]).toBe(made.headers["x-request-id"]);
    }
    const refused = await askChat(gateway.port, { key: null, headers: { "x-request-id": "my-id.2" } });
    expect(refused.headers["x-request-id"]).toBe("my-id.2");
  });

  it("logs who, what and how long, but no key, prompt or query", async () => {
    const agent = keepAlive();
    await ask(gateway.port, "/v1/completions?api_key=sk-query", {
      body: chat({ prompt: "secret prompt" }),
      agent,
      headers: { "x-request-id": "logged" },
    });
    agent.destroy();
    const line = await until("the log line", () => gateway.lines().find(({ request_id }) => request_id === "logged"));
    expect(line).toMatchObject({
      client: "web",
      method: "POST",
      path: "/v1/completions",
      status: 200,
      reason: "-",
      engine: "e1",
      engine_address: upstream.address,
      end: "--",
    });
    for (const field of ["request_ms", "queue_ms", "connect_ms", "headers_ms", "total_ms"])
      expect(line[field]).toBeGreaterThanOrEqual(0);
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    for (const secret of [
      clientKey,
      engineKey,
      "sk-old",
      "sk-new",
      "sk-wrong",
      "sk-query",
      "secret prompt",
      clientLine(clientKey, "web").slice(0, 16),
    ])
      expect(gateway.output()).not.toContain(secret);
  });

  it("serves HAProxy's metrics, and nothing else, on their own port", async () => {
    const metrics = await ask(gateway.metricsPort, "/metrics", { key: null });
    expect(metrics.status).toBe(200);
    expect(metrics.text).toContain('haproxy_server_status{proxy="engines",server="e1",state="UP"} 1');
    for (const path of ["/", "/v1/models", "/health"]) expect((await ask(gateway.metricsPort, path)).status).toBe(404);
  });
});
