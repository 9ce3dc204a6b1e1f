import { connect as connectHttp2 } from "node:http2";
import { request } from "node:https";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { certificate } from "./certificate";
import { ask, chat } from "./client";
import { clientKey, describeGateway, type RunningGateway, startGateway, version } from "./haproxy";
import { startUpstream, type Upstream } from "./upstream";

describeGateway("TLS at the gateway", () => {
  let upstream: Upstream;
  let gateway: RunningGateway;
  let pem: string;
  beforeAll(async () => {
    pem = certificate();
    upstream = await startUpstream((seen, response) =>
      seen.body.includes("die") ? void response.socket?.destroy() : void response.end("{}"),
    );
    gateway = await startGateway({ engines: [upstream.address], certificate: pem });
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  const target = () => ({ port: gateway.httpsPort, host: "localhost", ca: pem });

  it("serves HTTPS, and tells the engine so", async () => {
    const status = await new Promise((resolve, reject) => {
      request(
        {
          host: "localhost",
          port: gateway.httpsPort,
          ca: pem,
          agent: false,
          path: "/v1/models",
          headers: { authorization: `Bearer ${clientKey}` },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on("error", reject)
        .end();
    });
    expect(status).toBe(200);
    expect(upstream.seen.at(-1)?.headers["x-forwarded-proto"]).toBe("https");
  });

  const http2 = version >= 3;

  it(`offers ${http2 ? "HTTP/2" : "HTTP/1.1 only, as HAProxy before 3.0"}`, async () => {
    const protocol = await new Promise((resolve, reject) => {
      const socket = connectTls({ ...target(), ALPNProtocols: ["h2", "http/1.1"] }, () => {
        resolve(socket.alpnProtocol);
        socket.destroy();
      });
      socket.on("error", reject);
    });
    expect(protocol).toBe(http2 ? "h2" : "http/1.1");
  });

  if (http2)
    it("HTTP/2: requests share a connection, bodies have no length, and a dying engine is 502 each time", async () => {
      const session = connectHttp2(`https://localhost:${gateway.httpsPort}`, { ca: pem });
      const post = (body: string) =>
        new Promise<{ status: unknown; reason: unknown }>((resolve, reject) => {
          const stream = session.request({
            ":method": "POST",
            ":path": "/v1/completions",
            authorization: `Bearer ${clientKey}`,
          });
          stream.on("response", (headers) =>
            resolve({ status: headers[":status"], reason: headers["x-sonar-reason"] }),
          );
          stream.on("error", reject);
          stream.end(body);
        });
      const answers = [];
      for (const body of [
        chat(),
        chat({ user: "die" }),
        chat({ user: "die" }),
        chat({ long: "x".repeat(300_000) }),
        chat(),
      ])
        answers.push(await post(body));
      session.destroy();
      expect(answers).toEqual([
        { status: 200 },
        { status: 502, reason: "engine-lost" },
        { status: 502, reason: "engine-lost" },
        { status: 413, reason: "body-too-large" },
        { status: 200 },
      ]);
    });

  it.each([
    ["TLSv1.1", false],
    ["TLSv1.2", true],
    ["TLSv1.3", true],
  ] as const)("%s is accepted: %s", async (tls, accepted) => {
    const end = await new Promise((resolve) => {
      const socket = connectTls(
        { ...target(), minVersion: tls, maxVersion: tls, ciphers: "DEFAULT@SECLEVEL=0" },
        () => {
          resolve(true);
          socket.destroy();
        },
      );
      socket.on("error", () => resolve(false));
    });
    expect(end).toBe(accepted);
  });

  it("answers nothing but health on the plain port", async () => {
    expect((await ask(gateway.port, "/health", { key: null })).status).toBe(200);
    const answer = await ask(gateway.port, "/v1/models");
    expect([answer.status, answer.json().error.code]).toEqual([403, "https-only"]);
  });
});
