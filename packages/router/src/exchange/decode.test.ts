import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { type FakeEngine, json } from "../../test-fixtures/fakeEngine";
import { ask, reason, type Setup, type SetupOptions, setUp, until } from "../../test-fixtures/setup";

let setup: Setup;
afterEach(() => setup?.stop());
const start = async (options?: SetupOptions) => {
  setup = await setUp(options);
  return setup;
};
const body = { prompt: "x" };
const first = (engines: FakeEngine[]) => engines[0] as FakeEngine;

describe("a decode engine", () => {
  it("that cannot be reached is replaced, with the same answer of prefill", async () => {
    const { url, prefill, decode, config } = await start({ decode: 2 });
    expect(config.retries.pairAttempts).toBe(2);
    await first(decode).kill();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(url, "/v1/completions", body).answer));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(first(prefill).generations).toHaveLength(8);
    expect(first(prefill).held.size).toBe(0);
  });

  it("that cannot be reached and has no peer is a 502 or 503", async () => {
    const { url, decode, prefill } = await start();
    first(prefill).act = async (seen, res) => {
      await first(decode).kill();
      first(prefill).answer(seen, res);
    };
    const answer = await ask(url, "/v1/completions", body).answer;
    expect([answer.status, reason(answer)]).toEqual([502, "decode-unreachable"]);
    first(prefill).act = undefined;
    const next = await ask(url, "/v1/completions", body).answer;
    expect([next.status, reason(next), next.headers["retry-after"]]).toEqual([503, "no-decode", "3"]);
  });

  it("that dies before it answers may have begun: 502, and no second run", async () => {
    const { url, decode, metric } = await start({ decode: 2 });
    for (const engine of decode) engine.act = (_, res) => void res.socket?.resetAndDestroy();
    const answer = await ask(url, "/v1/completions", body).answer;
    expect([answer.status, reason(answer), answer.headers["retry-after"]]).toEqual([502, "engine-lost", undefined]);
    expect(decode.reduce((sum, { generations }) => sum + generations.length, 0)).toBe(1);
    expect(await metric("sonar_router_engine_in_flight")).toBe(0);
  });

  it("that dies in a stream ends the client's connection before the end of the body", async () => {
    const { url, decode, metric } = await start({ decode: 2 });
    for (const engine of decode)
      engine.act = (_, res) => {
        res.writeHead(200, { "content-type": "text/event-stream" });
        res.write("data: one\n\n", () => res.socket?.resetAndDestroy());
      };
    const answer = await ask(url, "/v1/completions", { ...body, stream: true }).answer;
    expect([answer.status, answer.text, answer.broken]).toEqual([200, "data: one\n\n", true]);
    expect(decode.reduce((sum, { generations }) => sum + generations.length, 0)).toBe(1);
    expect(await metric('sonar_router_requests_total{path="/v1/completions",outcome="aborted"}')).toBe(1);
  });

  it("that says nothing is a 504", async () => {
    const { url, decode } = await start({
      config: {
        timeouts: {
          connectSeconds: 1,
          prefillSeconds: 5,
          decodeSeconds: 0.3,
          idleSeconds: 3,
          lingerSeconds: 0,
          drainSeconds: 1,
        },
      },
    });
    first(decode).act = () => undefined;
    const answer = await ask(url, "/v1/completions", body).answer;
    expect([answer.status, reason(answer)]).toEqual([504, "engine-silent"]);
    await until(() => first(decode).generations[0]?.state === "gone");
  });

  it.each([500, 503, 429, 404])("that answers %d is passed on as it is and not asked again", async (status) => {
    const { url, decode } = await start({ decode: 2 });
    for (const engine of decode) engine.act = (_, res) => json(res, status, { error: { code: "own" } });
    const answer = await ask(url, "/v1/completions", body).answer;
    expect([answer.status, answer.text, reason(answer)]).toEqual([status, '{"error":{"code":"own"}}', undefined]);
    expect(decode.reduce((sum, { generations }) => sum + generations.length, 0)).toBe(1);
  });

  it("that refuses a request has prefill's blocks released", async () => {
    const { url, prefill, decode, metric } = await start();
    first(decode).act = (_, res) => json(res, 400, {});
    await ask(url, "/v1/completions", body).answer;
    await until(() => first(prefill).held.size === 0);
    expect(first(decode).releases).toHaveLength(1);
    await until(async () => (await metric('sonar_router_releases_total{outcome="told"}')) === 1);
  });

  it("sends pieces as they are made", async () => {
    const { url, decode } = await start();
    let go = () => undefined as unknown;
    first(decode).act = (_, res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.write("data: one\n\n");
      go = () => res.end("data: two\n\n");
    };
    const asked = ask(url, "/v1/completions", { ...body, stream: true });
    await until(() => asked.soFar() === "data: one\n\n");
    go();
    expect((await asked.answer).text).toBe("data: one\n\ndata: two\n\n");
  });

  it("waits for a client that reads slowly, and others do not", async () => {
    const { url, decode } = await start();
    let written = 0;
    first(decode).act = async ({ body: { prompt } }, res) => {
      res.writeHead(200);
      if (prompt !== "much") return void res.end("short");
      const piece = Buffer.alloc(64 * 1024);
      res.setMaxListeners(0);
      for (let i = 0; i < 2000 && !res.destroyed; i++) {
        written += piece.length;
        if (!res.write(piece)) await Promise.race([once(res, "drain"), once(res, "close")]);
      }
      res.end();
    };
    const slow = await fetch(`${url}/v1/completions`, { method: "POST", body: '{"prompt":"much"}' });
    let before = -1;
    await until(async () => {
      const now = written;
      const still = now === before;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return still;
    });
    expect(written).toBeLessThan(64 * 1024 * 1000);
    expect((await ask(url, "/v1/completions", body).answer).text).toBe("short");
    expect((await slow.arrayBuffer()).byteLength).toBe(2000 * 64 * 1024);
  });
});
