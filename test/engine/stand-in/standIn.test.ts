import { afterEach, describe, expect, it } from "vitest";
import { call, knock, open } from "../contract/client";
import { load } from "../contract/metrics";
import { freePort } from "../ports";
import { type Engine, runEngine, startEngine } from "../real/engine";

const path = "/v1/completions";
const engines: Engine[] = [];

async function start(argv: string[] = [], env: Record<string, string> = {}): Promise<Engine> {
  const engine = await startEngine({ kind: "stand-in", argv, env, port: await freePort() });
  engines.push(engine);
  return engine;
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop("SIGKILL")));
});

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
    const transfer = JSON.stringify({ kv_connector: "NixlConnector", kv_role: "kv_producer" });
    for (const argv of [["--headless"], ["--kv-transfer-config", transfer]]) {
      const { code, logs } = await runEngine("stand-in", ["serve", "m", ...argv]);
      expect(code).toBe(1);
      expect(logs).toContain("Use the real engine");
    }
    expect((await call(await start(), "/tokenize", { body: {} })).status).toBe(501);
  });
});

describe("the end", () => {
  const endless = { prompt: "a", max_tokens: 30_000, stream: true };

  it("SIGTERM while it loads ends it at once", async () => {
    const port = await freePort();
    const env = { STAND_IN_LOAD_SECONDS: "600" };
    const starting = startEngine({ kind: "stand-in", port, env, healthySeconds: 1 });
    await expect(starting).rejects.toThrow("not healthy within 1 s");
  });

  it("requests that outlast --shutdown-timeout are never answered", async () => {
    const engine = await start(["--shutdown-timeout", "1"]);
    const stream = await open(engine, path, { body: endless });
    await stream.atLeast(1);
    process.kill(engine.pid, "SIGTERM");
    await expect.poll(() => knock(engine), { timeout: 10_000 }).toBe("ECONNREFUSED");
    const { length } = stream.events;
    expect(await Promise.race([stream.atLeast(length + 1), engine.exited, nothingFor(500)])).toBe("nothing");
    stream.leave();
    expect(await engine.exited).toEqual({ code: 0, signal: null });
  });

  it("STAND_IN_ABORT=error: they end with an error, and so does the process", async () => {
    const engine = await start([], { STAND_IN_ABORT: "error" });
    const stream = await open(engine, path, { body: endless });
    await stream.atLeast(1);
    const whole = call(engine, path, { body: { ...endless, stream: false } });
    await expect.poll(async () => (await load(engine)).running).toBe(2);
    expect(await engine.stop("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(await stream.ended).toBe(true);
    expect(stream.events.at(-1)).toBe("[DONE]");
    expect(JSON.parse(stream.events.at(-2) ?? "{}").error).toMatchObject({ type: "InternalServerError", code: 500 });
    expect((await whole).status).toBe(500);
  });

  it("STAND_IN_TEARDOWN_SECONDS: /health goes on after the last request", async () => {
    const engine = await start(["--shutdown-timeout", "30"], { STAND_IN_TEARDOWN_SECONDS: "2" });
    process.kill(engine.pid, "SIGTERM");
    await nothingFor(300);
    expect(await knock(engine)).toBe(200);
    expect((await call(engine, path, { body: { prompt: "a" } })).status).toBe(500);
    expect(await engine.exited).toEqual({ code: 0, signal: null });
  });
});

describe("failures that a test asks for", () => {
  const broken = (engine: Engine, fault: Record<string, unknown>) => call(engine, "/stand-in/fault", { body: fault });
  const short = { prompt: "a", max_tokens: 5 };
  const faulty = () => start([], { STAND_IN_FAULTS: "1" });

  it("are not to be had unless they are allowed, and only by their names", async () => {
    expect((await broken(await start(), { kind: "hang" })).status).toBe(403);
    const engine = await faulty();
    const wrong = await broken(engine, { kind: "explode" });
    expect(wrong).toMatchObject({ status: 400 });
    expect(wrong.text).toContain("die-before-headers");
  });

  it("die-before-headers: the connection breaks, the process is gone", async () => {
    const engine = await faulty();
    await broken(engine, { kind: "die-before-headers" });
    await expect(call(engine, path, { body: short })).rejects.toThrow();
    expect(await engine.exited).toEqual({ code: 137, signal: null });
  });

  it("die-mid-stream: so many tokens, then a broken stream", async () => {
    const engine = await faulty();
    await broken(engine, { kind: "die-mid-stream", tokens: 4 });
    const stream = await open(engine, path, { body: { ...short, max_tokens: 1000, stream: true } });
    expect(await stream.ended).toBe(false);
    expect(stream.events).toHaveLength(4);
    expect((await engine.exited).code).toBe(137);
  });

  it("hang: generations stand still, /health does not; it ends when it is cleared", async () => {
    const engine = await faulty();
    await broken(engine, { kind: "hang" });
    const answer = call(engine, path, { body: short });
    expect(await Promise.race([answer, nothingFor(500)])).toBe("nothing");
    expect(await load(engine)).toEqual({ running: 1, waiting: 0 });
    expect(await knock(engine)).toBe(200);
    await call(engine, "/stand-in/fault", { method: "DELETE" });
    expect((await answer).status).toBe(200);
  });

  it("status-500, as often as asked", async () => {
    const engine = await faulty();
    await broken(engine, { kind: "status-500", times: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await call(engine, path, { body: short })).status);
    expect(statuses).toEqual([500, 500, 200]);
  });

  it("refuse-new for a while: streams go on, connections are refused", async () => {
    const engine = await faulty();
    const stream = await open(engine, path, { body: { ...short, max_tokens: 30_000, stream: true } });
    await broken(engine, { kind: "refuse-new", seconds: 2 });
    expect(await knock(engine)).toBe("ECONNREFUSED");
    await stream.atLeast(stream.events.length + 20);
    await expect.poll(() => knock(engine), { timeout: 10_000 }).toBe(200);
    stream.leave();
  });

  it("unhealthy: 503 from /health and /ping, and nothing else", async () => {
    const engine = await faulty();
    await broken(engine, { kind: "unhealthy" });
    expect(await knock(engine, "/health")).toBe(503);
    expect(await knock(engine, "/ping")).toBe(503);
    expect((await call(engine, path, { body: short })).status).toBe(200);
  });

  it("slow: so many times slower", async () => {
    const engine = await start([], { STAND_IN_FAULTS: "1", STAND_IN_TOKENS_PER_SECOND: "1000" });
    await broken(engine, { kind: "slow", factor: 100 });
    const began = performance.now();
    await call(engine, path, { body: { prompt: "a", max_tokens: 11 } });
    expect(performance.now() - began).toBeGreaterThan(900);
  });
});

function nothingFor(milliseconds: number): Promise<"nothing"> {
  return new Promise((resolve) => setTimeout(() => resolve("nothing"), milliseconds));
}
