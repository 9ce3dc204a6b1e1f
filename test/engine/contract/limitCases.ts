import { expect, it } from "vitest";
import type { Engine } from "../real/engine";
import { call, type OpenAnswer, open } from "./client";
import { maxModelLen, model } from "./instances";
import { load, scrape, value } from "./metrics";
import { until } from "./wait";

const key = "alpha";
const path = "/v1/completions";
/** Longer than a test looks at it, on a fast machine too: all of them are left by their clients. */
const tokens = maxModelLen - 96;
const long = (prompt: string, stream = true) => ({ model, prompt, max_tokens: tokens, ignore_eos: true, stream });

/** Queue, refusal, cancellation and what the counters say of it. */
export function limitCases(engine: () => Engine): void {
  const settled = () =>
    until(
      () => load(engine()),
      ({ running, waiting }) => running === 0 && waiting === 0,
    );
  const finished = async () => {
    const samples = await scrape(engine());
    const of = (reason: string) => value(samples, "aphrodite:request_success_total", { finished_reason: reason });
    return {
      length: of("length"),
      abort: of("abort"),
      prompt: value(samples, "aphrodite:prompt_tokens_total"),
      generated: value(samples, "aphrodite:generation_tokens_total"),
      firstTokens: value(samples, "aphrodite:time_to_first_token_seconds_count"),
      durations: value(samples, "aphrodite:e2e_request_latency_seconds_count"),
    };
  };

  it("counts a request that ends", async () => {
    await settled();
    const before = await finished();
    await call(engine(), path, { key, body: { model, prompt: "Hello world", max_tokens: 7, ignore_eos: true } });
    const after = await until(finished, ({ length }) => length > before.length);
    expect(after).toEqual({
      length: before.length + 1,
      abort: before.abort,
      prompt: before.prompt + 11,
      generated: before.generated + 7,
      firstTokens: before.firstTokens + 1,
      durations: before.durations + 1,
    });
  });

  it.each([true, false])(
    "stops for a client that leaves, and counts it among no finished ones (stream: %s)",
    async (stream) => {
      await settled();
      const before = await finished();
      const leave = stream ? await leaving(engine()) : abandoned(engine());
      await until(
        () => load(engine()),
        ({ running }) => running === 1,
      );
      leave();
      await settled();
      const after = await finished();
      expect(after.length).toBe(before.length);
      expect(after.abort).toBe(before.abort);
      expect(after.durations).toBe(before.durations);
      expect(after.generated - before.generated).toBeLessThan(tokens);
    },
  );

  it("lets --max-num-seqs run and the rest wait, with the headers of a stream sent at once", async () => {
    await settled();
    const streams: OpenAnswer[] = [];
    for (const prompt of ["one", "two", "three"]) streams.push(await open(engine(), path, { key, body: long(prompt) }));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    await until(
      () => load(engine()),
      ({ running, waiting }) => running === 2 && waiting === 1,
    );
    const [first, , third] = streams;
    await first?.atLeast(3);
    expect(third?.events).toEqual([]);
    first?.leave();
    await third?.atLeast(1);
    for (const stream of streams) stream.leave();
    await settled();
  });

  it("503 beyond --max-num-queued-reqs, which counts running ones too", async () => {
    await settled();
    const streams: OpenAnswer[] = [];
    for (const prompt of ["one", "two", "three"]) streams.push(await open(engine(), path, { key, body: long(prompt) }));
    await until(
      () => load(engine()),
      ({ running, waiting }) => running + waiting === 3,
    );
    const two = await call(engine(), path, { key, body: { ...long("four", false), n: 2 } });
    expect(two.status).toBe(503);
    streams.push(await open(engine(), path, { key, body: long("four") }));
    await until(
      () => load(engine()),
      ({ running, waiting }) => running + waiting === 4,
    );
    for (const stream of [true, false]) {
      const refused = await call(engine(), path, { key, body: long("five", stream) });
      expect(refused.status).toBe(503);
      expect(JSON.parse(refused.text).error).toMatchObject({ type: "Service Unavailable", param: null, code: 503 });
      expect(refused.headers["retry-after"]).toBeUndefined();
    }
    for (const stream of streams) stream.leave();
    await settled();
  });
}

async function leaving(engine: Engine): Promise<() => void> {
  const stream = await open(engine, path, { key, body: long("leaving") });
  await stream.atLeast(2);
  return stream.leave;
}

/** A request whose client closes the connection before the answer begins. */
function abandoned(engine: Engine): () => void {
  const controller = new AbortController();
  const body = JSON.stringify(long("leaving", false));
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const asked = fetch(engine.url + path, { method: "POST", headers, body, signal: controller.signal });
  asked.catch(() => undefined);
  return () => controller.abort();
}
