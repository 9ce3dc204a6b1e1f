import { describe, expect, it } from "vitest";
import { call, knock, open } from "../contract/client";
import { load } from "../contract/metrics";
import { freePort } from "../ports";
import { launchEngine } from "../real/engine";
import { nothingFor, standIns } from "./testEngines";

const path = "/v1/completions";
const start = standIns();

describe("the end", () => {
  const endless = { prompt: "a", max_tokens: 30_000, stream: true };

  const loading = async (env: Record<string, string>) => {
    const engine = await launchEngine({ kind: "stand-in", port: await freePort(), env });
    await expect.poll(() => engine.logs(), { timeout: 10_000 }).toContain("compile cache key");
    return engine;
  };

  it("SIGTERM while it loads: the load never completes, and the process ends with its ready timeout", async () => {
    const engine = await loading({ STAND_IN_LOAD_SECONDS: "1", APHRODITE_ENGINE_READY_TIMEOUT_S: "2" });
    expect(await engine.stop("SIGTERM")).toEqual({ code: 1, signal: null });
    expect(engine.logs()).toContain("Timed out waiting for engine core");
    expect(engine.logs()).not.toContain("listening");
  });

  it("STAND_IN_LOAD_SIGTERM=exit: it ends at once", async () => {
    const engine = await loading({ STAND_IN_LOAD_SECONDS: "600", STAND_IN_LOAD_SIGTERM: "exit" });
    expect(await knock(engine)).toBe("ECONNREFUSED");
    expect(await engine.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  });

  it("requests that outlast --shutdown-timeout are never answered", async () => {
    const engine = await start(["--shutdown-timeout", "1"]);
    const stream = await open(engine, path, { body: endless });
    await stream.atLeast(1);
    process.kill(engine.pid, "SIGTERM");
    await expect.poll(() => knock(engine), { timeout: 10_000 }).toBe("ECONNREFUSED");
    // what was on its way arrives
    await nothingFor(500);
    const { length } = stream.events;
    expect(await Promise.race([stream.atLeast(length + 1), engine.exited, nothingFor(500)])).toBe("nothing");
    stream.leave();
    expect(await engine.exited).toEqual({ code: 0, signal: null });
  });

  it("STAND_IN_ABORT=abort: they end with that reason, and so does the process", async () => {
    const engine = await start([], { STAND_IN_ABORT: "abort" });
    const stream = await open(engine, path, { body: endless });
    await stream.atLeast(1);
    expect(await engine.stop("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(await stream.ended).toBe(true);
    expect(JSON.parse(stream.events.at(-2) ?? "{}").choices[0].finish_reason).toBe("abort");
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
    const engine = await start(["--shutdown-timeout", "30"], { STAND_IN_TEARDOWN_SECONDS: "4" });
    process.kill(engine.pid, "SIGTERM");
    await nothingFor(300);
    expect(await knock(engine)).toBe(200);
    expect((await call(engine, path, { body: { prompt: "a" } })).status).toBe(500);
    expect(await engine.exited).toEqual({ code: 0, signal: null });
  });
});
