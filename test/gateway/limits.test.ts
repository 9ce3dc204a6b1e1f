import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, askChat, askRaw } from "./client";
import { clientKey, describeGateway, type RunningGateway, startGateway } from "./haproxy";
import { startUpstream, type Upstream } from "./upstream";

const bodyBytes = 300_000;
const bufferBytes = 262_144;
const chunkedBytes = bufferBytes - 32 * 1024;
const big = 60_000_000;

describeGateway("How much may be sent", () => {
  let upstream: Upstream;
  let gateway: RunningGateway;

  beforeAll(async () => {
    upstream = await startUpstream();
    gateway = await startGateway({ engines: [upstream.address], gateway: { limits: { bodyBytes, bufferBytes, maxConnections: 500 } }, timings: { requestSeconds: 1 } });
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  it.each([
    ["with a length", bodyBytes, false, 200],
    ["with a length", bodyBytes + 1, false, 413],
    ["with a length", big, false, 413],
    ["in chunks", chunkedBytes, true, 200],
    ["in chunks", chunkedBytes + 1, true, 413],
    ["in chunks", bufferBytes, true, 413],
    ["in chunks", big, true, 413],
  ])("a body %s of %d bytes: %s %d", async (_, bytes, chunked, status) => {
    const seen = upstream.seen.length;
    const answer = await askChat(gateway.port, { body: Buffer.alloc(bytes, "x"), chunked });
    expect(answer.status).toBe(status);
    if (status === 413) expect(answer.json().error.code).toBe("body-too-large");
    else expect(upstream.seen.at(-1)?.body.length).toBe(bytes);
    expect(upstream.seen).toHaveLength(seen + (status === 200 ? 1 : 0));
  });

  it("the shorter of the two limits holds for chunks", async () => {
    const small = await startGateway({ engines: [upstream.address], gateway: { limits: { bodyBytes: 1000, bufferBytes, maxConnections: 500 } } });
    expect((await askChat(small.port, { body: "x".repeat(1000), chunked: true })).status).toBe(200);
    expect((await askChat(small.port, { body: "x".repeat(1001), chunked: true })).status).toBe(413);
    await small.stop();
  });

  it("a chunked body in very many small pieces, with long headers, still arrives whole", async () => {
    const pieces = 20_000;
    const headers = `host: x\r\nauthorization: Bearer ${clientKey}\r\nx-long: ${"h".repeat(12_000)}\r\ntransfer-encoding: chunked\r\n`;
    const bytes = `POST /v1/completions?${"q".repeat(8000)} HTTP/1.1\r\n${headers}\r\n${"2\r\nab\r\n".repeat(pieces)}0\r\n\r\n`;
    const answer = await askRaw(gateway.port, bytes);
    expect(answer.text).toMatch(/^HTTP\/1.1 200 /);
    expect(upstream.seen.at(-1)?.body.length).toBe(2 * pieces);
  });

  it("asks for the key first: no body is read for a stranger", async () => {
    expect((await askChat(gateway.port, { key: null, body: Buffer.alloc(big) })).status).toBe(401);
    expect((await askChat(gateway.port, { key: null, body: Buffer.alloc(bodyBytes * 2), chunked: true })).status).toBe(401);
  });

  it("408 for a body that does not come", async () => {
    const answer = await askRaw(gateway.port, `POST /v1/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${clientKey}\r\ncontent-length: 10\r\n\r\n12345`);
    expect(answer.text).toMatch(/^HTTP\/1.1 408 /);
    expect(answer.text).toContain("x-sonar-reason: body-too-slow");
  });

  it("sends 100 Continue to a client that waits for it", async () => {
    const answer = await askRaw(gateway.port, `POST /v1/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${clientKey}\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n`, 0.5);
    expect(answer.text).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\n/);
  });

  it.each([
    ["header", { headers: { "x-long": "h".repeat(17_000) } }, 431],
    ["hundred headers", { headers: Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`x-h${n}`, "h".repeat(200)])) }, 431],
    ["address", { path: `/v1/models?${"q".repeat(9000)}` }, 414],
  ])("a long %s: %s", async (_, { path = "/v1/models", ...options }: { path?: string; headers?: Record<string, string> }, status) => {
    expect((await ask(gateway.port, path, options)).status).toBe(status);
  });
});
