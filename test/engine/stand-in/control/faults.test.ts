import { describe, expect, it } from "vitest";
import { call, knock, open } from "../../contract/client";
import { load } from "../../contract/metrics";
import type { Engine } from "../../real/engine";
import { nothingFor, standIns } from "../testEngines";

const path = "/v1/completions";
const start = standIns();

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
    await broken(engine, { kind: "refuse-new", seconds: 4 });
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
