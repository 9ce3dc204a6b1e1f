import { describe, expect, it } from "vitest";
import { call, open } from "../contract/client";
import { type Engine, runEngine } from "../real/engine";
import { standIns } from "./testEngines";

const path = "/v1/completions";
const start = standIns();

describe("the stand-in's own", () => {
  it("speed: so many tokens a second for each request", async () => {
    const engine = await start([], { STAND_IN_TOKENS_PER_SECOND: "50" });
    const began = performance.now();
    await Promise.all([1, 2, 3].map(() => call(engine, path, { body: { prompt: "a", max_tokens: 51 } })));
    const seconds = (performance.now() - began) / 1000;
    expect(seconds).toBeGreaterThan(0.95);
    expect(seconds).toBeLessThan(10);
  });

  it("log of requests: ids, what was asked, and what became of it", async () => {
    const engine = await start(["--api-key", "k"]);
    await call(engine, path, { key: "k", headers: { "x-request-id": "one" }, body: { prompt: "abc", max_tokens: 2 } });
    await call(engine, path, { key: "wrong", body: { prompt: "abc" } });
    const body = { prompt: "abc", max_tokens: 30_000, stream: true };
    const stream = await open(engine, path, { key: "k", headers: { "x-request-id": "two" }, body });
    await stream.atLeast(1);
    const log = async () =>
      JSON.parse((await call(engine, "/stand-in/log")).text).filter((r: { path: string }) => r.path === path);
    expect(await log()).toMatchObject([
      {
        requestId: "one",
        method: "POST",
        state: "answered",
        status: 200,
        stream: false,
        promptTokens: 3,
        maxTokens: 2,
      },
      { requestId: null, state: "answered", status: 401 },
      { requestId: "two", state: "open", stream: true },
    ]);
    stream.leave();
    await expect.poll(async () => (await log())[2].state).toBe("gone");
  });

  it("key of the environment, printed at the start", async () => {
    const [one, two] = await Promise.all([start(), start([], { APHRODITE_NIXL_SIDE_CHANNEL_PORT: "5601" })]);
    const key = (engine: Engine) => /compile cache key of the environment: ([0-9a-f]{32})/.exec(engine.logs())?.[1];
    expect(key(one)).toBeDefined();
    expect(key(two)).toBeDefined();
    expect(key(one)).not.toBe(key(two));
  });

  it("refusal of what it does not do, instead of seeming to", async () => {
    const transfer = JSON.stringify({ kv_connector: "NixlPushConnector", kv_role: "kv_producer" });
    for (const argv of [["--headless"], ["--kv-transfer-config", transfer]]) {
      const { code, logs } = await runEngine("stand-in", ["serve", "m", ...argv]);
      expect(code).toBe(1);
      expect(logs).toContain("Use the real engine");
    }
    expect((await call(await start(), "/tokenize", { body: {} })).status).toBe(501);
  });
});
