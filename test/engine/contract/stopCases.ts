import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Engine } from "../real/engine";
import { call, knock, open } from "./client";
import { model } from "./instances";

const path = "/v1/completions";

/** SIGTERM in the middle of a stream. These end the engines, so they come last. */
export function stopCases(limited: () => Engine, plain: () => Engine): void {
  it("SIGTERM with --shutdown-timeout: the stream completes, /health stays 200, new requests get 500", async () => {
    const engine = limited();
    const key = "alpha";
    const options = { include_usage: true };
    const body = { model, prompt: "drain", max_tokens: 700, ignore_eos: true, stream: true, stream_options: options };
    const stream = await open(engine, path, { key, body });
    await stream.atLeast(3);
    process.kill(engine.pid, "SIGTERM");
    await sleep(500);
    const late = await Promise.all([
      call(engine, path, { key, body: { model, prompt: "late", max_tokens: 2 } }),
      call(engine, path, { key, body: { model, prompt: "late", max_tokens: 2, stream: true } }),
    ]);
    expect(stream.events.at(-1)).not.toBe("[DONE]");
    for (const answer of late) {
      expect(answer.status).toBe(500);
      expect(JSON.parse(answer.text).error).toMatchObject({ type: "InternalServerError", code: 500 });
    }
    expect(await knock(engine)).toBe(200);
    expect(await stream.ended).toBe(true);
    expect(stream.events.at(-1)).toBe("[DONE]");
    expect(JSON.parse(stream.events.at(-2) ?? "{}").usage.completion_tokens).toBe(700);
    expect(await engine.exited).toEqual({ code: 0, signal: null });
    expect(await knock(engine)).toBe("ECONNREFUSED");
  });

  // Whether the engine's core still says so before it is killed, and whether the API server notices its death, is a matter of microseconds.
  it("SIGTERM without it: the port closes, the stream is aborted, fails, or stands still until its client leaves", async () => {
    const engine = plain();
    const body = { model, prompt: "cut", max_tokens: 4000, ignore_eos: true, stream: true };
    const stream = await open(engine, path, { key: "gamma", body });
    await stream.atLeast(3);
    process.kill(engine.pid, "SIGTERM");
    await expect.poll(() => knock(engine), { timeout: 60_000 }).toBe("ECONNREFUSED");
    // what was on its way arrives
    await sleep(1000);
    const { length } = stream.events;
    await sleep(2000);
    expect(stream.events).toHaveLength(length);
    expect(length).toBeLessThan(4000);
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
