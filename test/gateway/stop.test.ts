import { afterEach, beforeEach, expect, it } from "vitest";
import { ask, askChat, askRaw, chat } from "./client";
import { clientKey, describeGateway, type RunningGateway, startGateway } from "./haproxy";
import { type Handler, startUpstream, type Upstream } from "./upstream";
import { sleep, until } from "./wait";

/** A stream of as many events as asked for, 100 ms apart. */
const stream: Handler = async ({ body }, response) => {
  const { events = 0 } = body === "" ? {} : JSON.parse(body);
  response.setHeader("content-type", "text/event-stream");
  response.flushHeaders();
  for (let n = 0; n < events && !response.destroyed; n++) {
    response.write("data: x\n\n");
    await sleep(100);
  }
  response.end("data: [DONE]\n\n");
};

describeGateway("SIGUSR1, as a container's stop sends it", () => {
  let upstream: Upstream;
  let gateway: RunningGateway;
  beforeEach(async () => {
    upstream = await startUpstream(stream);
    gateway = await startGateway({ engines: [upstream.address], timings: { lingerSeconds: 1.5, hardStopSeconds: 4 } });
  });
  afterEach(async () => {
    await gateway.stop();
    await upstream.stop();
  });
  const running = (count: number) => until("the streams", () => upstream.running === count);

  it("fails health at once, takes requests through the grace, and completes the streams that run", async () => {
    const streams = Array.from({ length: 5 }, () => askChat(gateway.port, { body: chat({ events: 35 }) }));
    await running(5);
    gateway.signal("SIGUSR1");
    await until("the failing health check", async () => (await ask(gateway.port, "/health")).status === 503, 1);
    const last = await askRaw(
      gateway.port,
      `GET /v1/models HTTP/1.1\r\nhost: x\r\nconnection: keep-alive\r\nauthorization: Bearer ${clientKey}\r\n\r\n`,
    );
    expect(last.text).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: close\r\n/is);
    expect(last.end).toBe("closed");
    await until(
      "the closed port",
      () =>
        ask(gateway.port, "/v1/models").then(
          () => false,
          (error: NodeJS.ErrnoException) => error.code === "ECONNREFUSED",
        ),
      5,
    );
    expect(upstream.running).toBe(5);
    for (const { status, text } of await Promise.all(streams)) {
      expect(status).toBe(200);
      expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    }
    await gateway.exited;
  });

  it("ends what runs longer than the hard stop", async () => {
    const endless = askChat(gateway.port, { body: chat({ events: 200 }) }).catch(() => "cut");
    await running(1);
    const begin = Date.now();
    gateway.signal("SIGUSR1");
    expect(await endless).toBe("cut");
    await gateway.exited;
    expect(Date.now() - begin).toBeGreaterThan(4000);
    expect(Date.now() - begin).toBeLessThan(12_000);
  });
});
