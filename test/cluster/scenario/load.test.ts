import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Load } from "./load";

const whole = JSON.stringify({ choices: [{ text: "a", finish_reason: "length" }], usage: { completion_tokens: 2 } });
const event = (finish_reason: string | null) =>
  `data: ${JSON.stringify({ choices: [{ text: "a", finish_reason }] })}\n\n`;

/** Runs two clients, one plain and one that leaves, or three with a streaming one, against a server that answers as it is told. */
async function load(answer: (response: ServerResponse, stream: boolean) => void, clients: number) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk)).on("end", () => answer(response, JSON.parse(body).stream));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const running = new Load({ address: `http://127.0.0.1:${port}`, key: () => "k", tokens: 2, clients });
  await sleep(200);
  const tally = await running.stop();
  server.closeAllConnections();
  server.close();
  return tally;
}

describe("a load", () => {
  it("takes whole answers and streams, and counts what it leaves itself", async () => {
    const tally = await load((response, stream) => {
      if (!stream) return response.end(whole);
      response.write(event(null));
      setTimeout(() => response.end(`${event("length")}data: [DONE]\n\n`), 5);
    }, 3);
    expect(tally.failed).toEqual([]);
    expect([tally.cancelled > 0, tally.requests > 2, tally.streams < tally.requests]).toEqual([true, true, true]);
  });

  it.each<[string, string, string]>([
    ["a stream without its end", event("length"), "cut"],
    ["a stream that was ended early", `${event("abort")}data: [DONE]\n\n`, "not whole"],
    ["a stream without a word", "data: [DONE]\n\n", "not whole"],
    ["a stream of nothing", "", "cut"],
  ])("tells of %s", async (_, text, what) => {
    const { failed } = await load((response, stream) => {
      if (stream) response.end(text);
      else response.end(whole);
    }, 3);
    expect(failed.length).toBeGreaterThan(0);
    for (const failure of failed) expect(failure.startsWith(`stream: ${what}`), failure).toBe(true);
  });

  it.each<[string, string]>([
    ["too few tokens", whole.replace('"completion_tokens":2', '"completion_tokens":1')],
    ["an answer that was ended early", whole.replace("length", "abort")],
  ])("tells of %s", async (_, text) => {
    const { failed } = await load((response) => void response.end(text), 2);
    expect(failed[0]).toMatch(/^plain: not whole/);
  });

  it("tells of connections that are cut, and of other statuses", async () => {
    expect((await load((response) => void response.destroy(), 2)).failed[0]).toMatch(/^plain: fetch failed/);
    expect((await load((response) => void response.writeHead(500).end("x"), 2)).failed[0]).toBe("plain: HTTP 500  x");
  });

  it("takes a refusal only with a reason", async () => {
    const reason = { "x-sonar-reason": "queue-full" };
    expect(await load((response) => void response.writeHead(429, reason).end(), 2)).toMatchObject({ failed: [] });
    expect((await load((response) => void response.writeHead(503).end(), 2)).failed[0]).toMatch(/HTTP 503/);
  });
});
