import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chat } from "./client";
import { clientKey, describeGateway, type RunningGateway, startGateway } from "./haproxy";
import { type Handler, startUpstream, type Upstream } from "./upstream";
import { sleep, until } from "./wait";

const gap = 300;
const chunks = 5;

/** Five events, 300 ms apart; or an answer that takes its time. */
const slow: Handler = async ({ body }, response) => {
  if (JSON.parse(body).stream !== true) {
    await sleep(10_000);
    response.end("late");
    return;
  }
  response.setHeader("content-type", "text/event-stream");
  for (let n = 0; n < chunks && !response.destroyed; n++) {
    response.write(`data: {"n":${n}}\n\n`);
    await sleep(gap);
  }
  response.end("data: [DONE]\n\n");
};

describeGateway("A stream through the gateway", () => {
  let upstream: Upstream;
  let gateway: RunningGateway;

  beforeAll(async () => {
    upstream = await startUpstream(slow);
    gateway = await startGateway({ engines: [upstream.address] });
  });
  afterAll(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  /** Sends a chat request; `onData` is told of each piece that arrives. */
  const open = (stream: boolean, onData: (text: string) => void = () => {}) => {
    const body = chat({ stream });
    const sent = request({
      host: "127.0.0.1",
      port: gateway.port,
      path: "/v1/chat/completions",
      method: "POST",
      agent: false,
      headers: { authorization: `Bearer ${clientKey}`, "content-length": body.length },
    });
    const done = new Promise<void>((resolve, reject) => {
      sent.on("error", reject);
      sent.on("response", (response) => {
        response.setEncoding("utf8").on("data", onData).on("end", resolve).on("error", reject);
      });
    });
    sent.end(body);
    return { done, close: () => sent.destroy() };
  };

  it("arrives event by event, as the engine sends it", async () => {
    const arrivals: { at: number; text: string }[] = [];
    await open(true, (text) => arrivals.push({ at: Date.now(), text })).done;
    expect(arrivals.map(({ text }) => text).join("")).toBe(
      `${[0, 1, 2, 3, 4].map((n) => `data: {"n":${n}}\n\n`).join("")}data: [DONE]\n\n`,
    );
    expect(arrivals.length).toBeGreaterThanOrEqual(chunks);
    const first = arrivals[0]?.at ?? 0;
    const last = arrivals.at(-1)?.at ?? 0;
    expect(last - first).toBeGreaterThan((chunks - 1) * gap * 0.8);
  });

  it.each([true, false])("tells the engine within a second that its client has gone (stream: %s)", async (stream) => {
    const before = upstream.seen.length;
    const client = open(stream);
    client.done.catch(() => {});
    const seen = await until("the request", () => upstream.seen[before]);
    await sleep(200);
    const closedAt = Date.now();
    client.close();
    const cancelledAt = await until("the cancellation", () => seen.cancelledAt);
    expect(cancelledAt - closedAt).toBeLessThan(1000);
  });
});
