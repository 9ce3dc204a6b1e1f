import { afterEach, describe, expect, it } from "vitest";
import type { FakeEngine } from "../../test-fixtures/fakeEngine";
import { ask, type Setup, setUp, until } from "../../test-fixtures/setup";

let setup: Setup;
afterEach(() => setup?.stop());
const first = (engines: FakeEngine[]) => engines[0] as FakeEngine;
const nothingLeft = async ({ metric }: Setup) => {
  await until(async () => (await metric('sonar_router_requests_total{path="/v1/completions",outcome="gone"}')) === 1);
  await until(async () => (await metric("sonar_router_engine_in_flight")) === 0);
  expect(await metric("sonar_router_engine_queued_tokens")).toBe(0);
  expect(await metric("sonar_router_running")).toBe(0);
};

describe.each([false, true])("a client that leaves, stream: %s", (stream) => {
  const body = { prompt: "x", stream };

  it("in prefill: prefill is told, and decode never asked", async () => {
    setup = await setUp();
    const { url, prefill, decode } = setup;
    first(prefill).act = () => undefined;
    const asked = ask(url, "/v1/completions", body);
    await until(() => first(prefill).generations.length === 1);
    asked.leave();
    await until(() => first(prefill).generations[0]?.state === "gone", 1);
    await nothingLeft(setup);
    expect(first(decode).generations).toEqual([]);
  });

  it("between the two: decode is told to release the blocks", async () => {
    setup = await setUp();
    const { url, prefill, decode, router } = setup;
    void router;
    // the answer comes while the client's leaving is on its way: whichever is first, nothing stays
    let asked = ask(url, "/v1/models");
    await asked.answer;
    first(prefill).act = (seen, res) => {
      asked.leave();
      first(prefill).answer(seen, res);
    };
    asked = ask(url, "/v1/completions", body);
    await nothingLeft(setup);
    await until(() => first(decode).generations.every(({ state }) => state !== "open"), 1);
  });

  it("in decode, before its answer: decode is told", async () => {
    setup = await setUp();
    const { url, decode } = setup;
    first(decode).act = () => undefined;
    const asked = ask(url, "/v1/completions", body);
    await until(() => first(decode).generations.length === 1);
    asked.leave();
    await until(() => first(decode).generations[0]?.state === "gone", 1);
    await nothingLeft(setup);
  });

  it("in decode, within its answer: decode is told", async () => {
    setup = await setUp();
    const { url, decode } = setup;
    first(decode).act = (_, res) => void res.writeHead(200).write("data: one\n\n");
    const asked = ask(url, "/v1/completions", body);
    await until(() => asked.soFar() !== "");
    asked.leave();
    await until(() => first(decode).generations[0]?.state === "gone", 1);
    await nothingLeft(setup);
  });

  it("in the queue: leaves it at once", async () => {
    setup = await setUp({ config: { admission: { running: 1, queue: 5, queueSeconds: 10, retryAfterSeconds: 1 } } });
    const { url, decode, metric } = setup;
    let finish = () => undefined as unknown;
    first(decode).act = (_, res) => {
      finish = () => res.end("{}");
    };
    const running = ask(url, "/v1/completions", body);
    await until(() => first(decode).generations.length === 1);
    const asked = ask(url, "/v1/completions", body);
    await until(async () => (await metric("sonar_router_queue_length")) === 1);
    asked.leave();
    await until(async () => (await metric("sonar_router_queue_length")) === 0, 1);
    finish();
    expect((await running.answer).status).toBe(200);
    await nothingLeft(setup);
  });
});
