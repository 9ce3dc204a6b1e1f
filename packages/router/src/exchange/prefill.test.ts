import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type Act, type FakeEngine, json } from "../../test-fixtures/fakeEngine";
import { ask, reason, type Setup, type SetupOptions, setUp, until } from "../../test-fixtures/setup";

let setup: Setup;
afterEach(() => setup?.stop());
const start = async (options?: SetupOptions) => {
  setup = await setUp(options);
  return setup;
};
const body = { prompt: "x" };
const first = (engines: FakeEngine[]) => engines[0] as FakeEngine;

const noBlocks = { do_remote_prefill: true, remote_block_ids: [[]] };
const breakOff = (res: ServerResponse) => {
  res.socket?.resetAndDestroy();
};
const half = (res: ServerResponse) => {
  res.writeHead(200, { "content-length": 9 }).write("{", () => res.destroy());
};

describe("a prefill that fails", () => {
  it.each([
    ["status 500", (_, res) => json(res, 500, {}), "status"],
    ["status 429", (_, res) => json(res, 429, {}), "busy"],
    ["a broken connection", (_, res) => breakOff(res), "connection"],
    ["half an answer", (_, res) => half(res), "connection"],
    ["an answer without blocks", (_, res) => json(res, 200, { kv_transfer_params: noBlocks }), "no-parameters"],
  ] satisfies [string, Act, string][])("is asked of another engine: %s", async (name, act, counted) => {
    const { url, prefill, metric } = await start({ prefill: 2 });
    let bad: FakeEngine | undefined;
    for (const engine of prefill)
      engine.act = (seen, res) => {
        bad ??= engine;
        if (engine === bad) act(seen, res);
        else engine.answer(seen, res);
      };
    expect((await ask(url, "/v1/completions", body).answer).status).toBe(200);
    // on a connection that was used before, the break may be the engine's idle time: asked once more, on a new one
    expect(bad?.generations.length).toBeLessThanOrEqual(name === "a broken connection" ? 2 : 1);
    expect(prefill.find((engine) => engine !== bad)?.generations).toHaveLength(1);
    expect(await metric(`sonar_router_prefill_attempts_total{outcome="${counted}"}`)).toBe(1);
    expect(await metric("sonar_router_engine_in_flight")).toBe(0);
  });

  it("on all engines is a 503, and no decode engine hears of it", async () => {
    const { url, prefill, decode } = await start({ prefill: 2 });
    for (const engine of prefill) engine.act = (_, res) => json(res, 500, {});
    const answer = await ask(url, "/v1/completions", body).answer;
    expect([answer.status, reason(answer), answer.headers["retry-after"]]).toEqual([503, "prefill-failed", "3"]);
    expect(first(decode).generations).toEqual([]);
  });

  it("is tried on so many engines and no more", async () => {
    const { url, prefill } = await start({ prefill: 4, config: { retries: { prefillAttempts: 2, pairAttempts: 2 } } });
    for (const engine of prefill) engine.act = (_, res) => json(res, 500, {});
    await ask(url, "/v1/completions", body).answer;
    expect(prefill.reduce((sum, { generations }) => sum + generations.length, 0)).toBe(2);
  });

  it("for a killed engine costs no request", async () => {
    const { url, prefill, metric } = await start({ prefill: 2 });
    const tell = () => Promise.all(Array.from({ length: 10 }, () => ask(url, "/v1/completions", body).answer));
    await tell();
    await first(prefill).kill();
    expect((await tell()).map(({ status }) => status)).toEqual(Array(10).fill(200));
    await until(async () => (await metric('sonar_router_ejections_total{role="prefill",reason="refused"}')) === 1);
  });
});

describe("without prefill engines", () => {
  it("policy fail is 503", async () => {
    const { url, decode } = await start({ prefill: 0 });
    const answer = await ask(url, "/v1/completions", body).answer;
    expect([answer.status, reason(answer), answer.headers["retry-after"]]).toEqual([503, "no-prefill", "3"]);
    expect(first(decode).generations).toEqual([]);
    expect((await fetch(`${url}/ready`)).status).toBe(503);
  });

  it("policy recompute lets decode do it alone, and counts it", async () => {
    const { url, decode, metric } = await start({ prefill: 0, config: { noPrefill: "recompute" } });
    expect((await ask(url, "/v1/completions", body).answer).status).toBe(200);
    expect(first(decode).generations.map(({ text }) => text)).toEqual(['{"prompt":"x"}']);
    expect(await metric('sonar_router_decode_only_total{reason="no-prefill"}')).toBe(1);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
  });
});

describe("requests that prefill's blocks do not fit", () => {
  it.each([
    [{ prompt: ["a", "b"] }, "several-prompts"],
    [{ prompt: [[1, 2], [3]] }, "several-prompts"],
    [{ prompt: "x", n: 2 }, "several-choices"],
    [{ prompt: "x", prompt_logprobs: 1 }, "prompt-logprobs"],
    [{ prompt: "x", echo: true, logprobs: 1 }, "prompt-logprobs"],
    [{ prompt: "x", use_beam_search: true }, "beam-search"],
  ])("go to decode as they are: %j", async (value, why) => {
    const { url, prefill, decode, metric } = await start();
    expect((await ask(url, "/v1/completions", value).answer).status).toBe(200);
    expect(first(prefill).generations).toEqual([]);
    expect(first(decode).generations.map(({ text }) => text)).toEqual([JSON.stringify(value)]);
    expect(await metric(`sonar_router_decode_only_total{reason="${why}"}`)).toBe(1);
  });
});
