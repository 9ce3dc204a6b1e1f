import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Engine } from "../real/engine";
import { call, knock, open } from "./client";
import { maxModelLen, model } from "./instances";

const path = "/v1/completions";

/** SIGTERM in the middle of a stream. These end the engines, so they come last. */
export function stopCases(limited: () => Engine, plain: () => Engine): void {
  it("SIGTERM with --shutdown-timeout: the stream completes, /health stays 200, new requests get 500", async () => {
    const engine = limited();
    const key = "alpha";
    const stream_options = { include_usage: true };
    const tokens = 2000;
    const body = { model, prompt: "drain", max_tokens: tokens, ignore_eos: true, stream: true, stream_options };
    const stream = await open(engine, path, { key, body });
    await stream.atLeast(3);
    process.kill(engine.pid, "SIGTERM");
    // from when on it drains is its own matter
    const late = (more = {}) => call(engine, path, { key, body: { model, prompt: "late", max_tokens: 2, ...more } });
    await expect.poll(async () => (await late()).status, { timeout: 10_000, interval: 20 }).toBe(500);
    const refused = await Promise.all([late(), late({ stream: true })]);
    expect(stream.events.at(-1)).not.toBe("[DONE]");
    for (const answer of refused) {
      expect(answer.status).toBe(500);
      expect(JSON.parse(answer.text).error).toMatchObject({ type: "InternalServerError", code: 500 });
    }
    expect(await knock(engine)).toBe(200);
    expect(await stream.ended).toBe(true);
    expect(stream.events.at(-1)).toBe("[DONE]");
    expect(JSON.parse(stream.events.at(-2) ?? "{}").usage.completion_tokens).toBe(tokens);
    expect(await engine.exited).toEqual({ code: 0, signal: null });
    expect(await knock(engine)).toBe("ECONNREFUSED");
  });

  // Whether the engine's core still says so before it is killed, and whether the API server notices its death, is a matter of microseconds.
  it("SIGTERM without it: the port closes, the stream is aborted, fails, or stands still until its client leaves", async () => {
    const engine = plain();
    const tokens = maxModelLen - 96;
    const body = { model, prompt: "cut", max_tokens: tokens, ignore_eos: true, stream: true };
    const stream = await open(engine, path, { key: "gamma", body });
    await stream.atLeast(3);
    process.kill(engine.pid, "SIGTERM");
    await expect.poll(() => knock(engine), { timeout: 60_000 }).toBe("ECONNREFUSED");
    // what was on its way arrives
    await sleep(1000);
    const { length } = stream.events;
    await sleep(2000);
    expect(stream.events).toHaveLength(length);
    expect(length).toBeLessThan(tokens);
    const ended = await Promise.race([stream.ended, sleep(0, false)]);
    if (ended) {
      expect(stream.events.at(-1)).toBe("[DONE]");
      const { error, choices } = JSON.parse(stream.events.at(-2) ?? "{}");
      if (error) expect(error).toMatchObject({ type: "InternalServerError", code: 500 });
      else expect(choices[0].finish_reason).toBe("abort");
    } else {
      expect(stream.events).not.toContain("[DONE]");
      expect(await Promise.race([engine.exited, sleep(0, "runs")])).toBe("runs");
      stream.leave();
    }
    expect(await engine.exited).toEqual({ code: 0, signal: null });
  });
}
