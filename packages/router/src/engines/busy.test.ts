import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { testConfig } from "../../test-fixtures/config";
import type { FakeEngine } from "../../test-fixtures/fakeEngine";
import { ask, type Setup, setUp, until } from "../../test-fixtures/setup";

let setup: Setup | undefined;
afterEach(async () => {
  await setup?.stop();
  setup = undefined;
});
const first = (engines: FakeEngine[]) => engines[0] as FakeEngine;
const ejections = (made: Setup) => made.lines.filter(({ event }) => event === "engine ejected");
const { health, timeouts } = testConfig();

// longer than a busy machine is late
describe("an engine", { timeout: 60_000 }, () => {
  it("that stands still gives its prefills up when /health ejects it, long before their own time is over", async () => {
    const made = await setUp({ prefill: 2 });
    setup = made;
    let frozen: FakeEngine | undefined;
    for (const engine of made.prefill)
      engine.act = (seen, res) => {
        frozen ??= engine;
        if (engine === frozen) engine.healthHangs = true;
        else engine.answer(seen, res);
      };
    const began = performance.now();
    expect((await ask(made.url, "/v1/completions", { prompt: "x" }).answer).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(timeouts.prefillSeconds * 1000 * 0.8);
    if (frozen) frozen.healthHangs = false;
  });

  it("that is full of long requests, and healthy, stays while it is the only one", async () => {
    const made = await setUp({
      config: { health: { ...health, generationSeconds: 0.3, generationTimeoutSeconds: 0.3 } },
    });
    setup = made;
    const decode = first(made.decode);
    // a probe waits in its queue
    decode.generationHangs = true;
    decode.act = async (seen, res) => {
      await sleep(4000);
      decode.answer(seen, res);
    };
    const long = ask(made.url, "/v1/completions", { prompt: "long" }).answer;
    await sleep(3000);
    expect((await fetch(`${made.url}/ready`)).status).toBe(200);
    expect((await long).status).toBe(200);
    expect(ejections(made)).toEqual([]);
    decode.generationHangs = false;
  });

  it("whose clients do not read is not at fault", async () => {
    const made = await setUp({ decode: 2, config: { timeouts: { ...timeouts, decodeSeconds: 1 } } });
    setup = made;
    for (const engine of made.decode)
      engine.act = (_, res) => {
        res.writeHead(200, { "content-type": "text/event-stream" });
        const more = setInterval(() => {
          if (res.destroyed) clearInterval(more);
          else for (let i = 0; i < 64 && res.write("x".repeat(65_536)); i++);
        }, 5);
      };
    const body = JSON.stringify({ prompt: "x", stream: true });
    const clients = Array.from({ length: 6 }, () => {
      const client = connect(made.router.port, "127.0.0.1", () =>
        client.write(`POST /v1/completions HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
      );
      client.once("data", () => client.pause()).on("error", () => undefined);
      return client;
    });
    await until(
      () => made.lines.filter(({ event }) => event === "answer broken off").length === clients.length,
      20_000,
    );
    expect(ejections(made)).toEqual([]);
    for (const client of clients) client.destroy();
  });

  it("whose queue is full is busy, and not broken", async () => {
    const made = await setUp({ prefill: 2 });
    setup = made;
    const [full] = made.prefill;
    first(made.prefill).act = (_, res) => void res.writeHead(503).end();
    for (let i = 0; i < 8; i++)
      expect((await ask(made.url, "/v1/completions", { prompt: `${i}` }).answer).status).toBe(200);
    expect(full?.generations.length).toBeGreaterThan(0);
    expect(ejections(made)).toEqual([]);
  });

  it("whose answer has a header that cannot be sent costs that request, and nothing else", async () => {
    const made = await setUp();
    setup = made;
    const decode = first(made.decode);
    decode.act = (_, res) => void res.socket?.end("HTTP/1.1 200 OK\r\nbad name: x\r\ncontent-length: 2\r\n\r\nok");
    expect((await ask(made.url, "/v1/completions", { prompt: "x" }).answer).status).toBe(502);
    decode.act = undefined;
    expect((await ask(made.url, "/v1/completions", { prompt: "y" }).answer).status).toBe(200);
    expect(await made.metric("sonar_router_engine_in_flight")).toBe(0);
  });
});
