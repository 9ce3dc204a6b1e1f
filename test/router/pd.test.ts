import { setTimeout as sleep } from "node:timers/promises";
import type { RouterConfig } from "@sonar-iac/router";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { load, scrape, value } from "../engine/contract/metrics";
import { type Engine, realEngine } from "../engine/real/engine";
import { type EnginePair, freeze, key, leaseSeconds, model, startPair } from "./pair";
import { type RouterProcess, startRouter } from "./program";

const { available, reason } = realEngine();
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
const paths = ["/v1/completions", "/v1/chat/completions", "/v1/responses", "/v1/messages"];

let engines: EnginePair;
let router: RouterProcess;

function configuration({ prefill, decode }: EnginePair): Omit<RouterConfig, "listen" | "metrics" | "alive"> {
  return {
    service: "pd",
    model,
    discovery: { kind: "static", prefill: [{ url: prefill.url }], decode: [{ url: decode.url }] },
    transfer: { mode: "pull", leaseSeconds, leaseMarginSeconds: 4 },
    noPrefill: "fail",
    paths: paths.map((path) => ({ methods: ["POST"], path, as: "disaggregate" })),
    admission: { running: 64, queue: 64, queueSeconds: 30, retryAfterSeconds: 1 },
    retries: { prefillAttempts: 3, pairAttempts: 3 },
    health: {
      intervalSeconds: 1,
      timeoutSeconds: 5,
      generationSeconds: 3600,
      generationTimeoutSeconds: 60,
      failures: 3,
      ejectionSeconds: 1,
      longestEjectionSeconds: 10,
    },
    timeouts: {
      connectSeconds: 5,
      prefillSeconds: 120,
      decodeSeconds: 240,
      idleSeconds: 3,
      lingerSeconds: 0,
      drainSeconds: 60,
    },
    limits: { bodyBytes: 1_000_000 },
  };
}

let last = 0;
/** A prompt that no engine has seen: nothing of it is in a cache. */
const prompt = () => `Case ${++last} of ${process.pid}: ${"tell me about the sea and the ships. ".repeat(4)}`;
const completion = (text: string, more: object = {}) => ({
  model,
  prompt: text,
  max_tokens: 6,
  temperature: 0,
  ...more,
});
/** A short request of each path. */
const shortRequests = (text: string): [path: string, body: object][] => {
  const messages = [{ role: "user", content: text }];
  return [
    ["/v1/completions", completion(text)],
    ["/v1/chat/completions", { model, messages, max_tokens: 4 }],
    ["/v1/responses", { model, input: text, max_output_tokens: 4 }],
    ["/v1/messages", { model, messages, max_tokens: 4 }],
  ];
};
const post = (url: string, path: string, body: object, signal?: AbortSignal) =>
  fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
/** Asks the router; an engine that is short of processors misses its health checks, and a client that is told so comes back. */
async function ask(path: string, body: object): Promise<Response> {
  const end = performance.now() + 60_000;
  for (;;) {
    const answer = await post(router.url, path, body);
    const out = ["no-prefill", "no-decode"].includes(answer.headers.get("x-sonar-reason") ?? "");
    if (!out || performance.now() > end) return answer;
    await sleep(500);
  }
}
const textOf = async (answer: Response) => ((await answer.json()) as { choices: { text: string }[] }).choices[0]?.text;
/** What the decode engine says without the other, computing the prompt itself. */
const aggregated = async (text: string) =>
  textOf(await post(engines.decode.url, "/v1/completions", completion(text, { cache_salt: `salt ${++last}` })));
const transfers = async () => value(await scrape(engines.decode), "aphrodite:nixl_xfer_time_seconds_count");
const held = async () => value(await scrape(engines.prefill), "aphrodite:kv_cache_usage_perc");
const expired = async () => value(await scrape(engines.prefill), "aphrodite:nixl_num_kv_expired_reqs_total");
const polled = { timeout: 60_000, interval: 200 };
const idle = async (engine: Engine) => (await load(engine)).running;

describe.skipIf(!available)(`the router with two real engines${reason && ` (${reason})`}`, () => {
  beforeAll(async () => {
    engines = await startPair();
    router = await startRouter(configuration(engines), key);
    // an engine's first steps, and its first request of each path, take long: longer than a short lease where processors are few
    for (const { url } of [engines.prefill, engines.decode]) {
      for (const [path, body] of shortRequests("warm")) {
        const answer = await post(url, path, body);
        expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.anything()]);
      }
    }
    await post(router.url, "/v1/completions", completion("warm too")).then((answer) => answer.text());
  }, 900_000);
  afterAll(async () => {
    router?.stop();
    await engines?.stop();
  }, 60_000);

  it("moves the KV cache, and the text is an aggregated engine's", { timeout: 300_000 }, async () => {
    const text = prompt();
    const before = await transfers();
    const answer = await ask("/v1/completions", completion(text));
    expect(answer.status).toBe(200);
    const disaggregated = await textOf(answer);
    await expect.poll(transfers, polled).toBe(before + 1);
    expect(disaggregated).toBe(await aggregated(text));
    await expect.poll(held, polled).toBe(0);
    expect(await router.metric("sonar_router_engine_in_flight")).toBe(0);
  });

  it("does so for every path, streamed too", { timeout: 300_000 }, async () => {
    const messages = () => [{ role: "user", content: prompt() }];
    const cases: [string, object][] = [
      ["/v1/completions", completion(prompt(), { stream: true, stream_options: { include_usage: true } })],
      ["/v1/chat/completions", { model, messages: messages(), max_completion_tokens: 4, stream: true }],
      ["/v1/chat/completions", { model, messages: messages(), max_tokens: 4, min_tokens: 2 }],
      ["/v1/messages", { model, messages: messages(), max_tokens: 4, stream: true }],
      ...shortRequests(prompt()).filter(([path]) => path === "/v1/responses"),
      ...shortRequests(prompt()).filter(([path]) => path === "/v1/messages"),
    ];
    for (const [path, body] of cases) {
      const before = await transfers();
      const answer = await ask(path, body);
      // a refusal says why
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.stringMatching(/./)]);
      await expect.poll(transfers, { ...polled, message: `${path} ${JSON.stringify(body)}` }).toBe(before + 1);
    }
    await expect.poll(held, polled).toBe(0);
  });

  it("leaves several prompts to decode, and the texts are right", { timeout: 300_000 }, async () => {
    const [one, two] = [prompt(), prompt()];
    const answer = await ask("/v1/completions", { ...completion(""), prompt: [one, two] });
    const { choices } = (await answer.json()) as { choices: { text: string }[] };
    expect(choices.map(({ text }) => text)).toEqual([await aggregated(one), await aggregated(two)]);
  });

  it("releases the blocks of a request that decode refuses, long before the lease ends", {
    timeout: 120_000,
  }, async () => {
    const before = await expired();
    const answer = await ask("/v1/completions", completion(prompt(), { temperature: "warm" }));
    expect(answer.status).toBe(400);
    const late = await ask("/v1/completions", completion(prompt(), { max_tokens: "many" }));
    expect(late.status).toBe(400);
    await expect.poll(held, { timeout: (leaseSeconds - 4) * 1000, interval: 200 }).toBe(0);
    expect(await expired()).toBe(before);
  });

  it("tells both engines when the client leaves", { timeout: 300_000 }, async () => {
    for (const waitMs of [0, 50, 300, 1500]) {
      const leaving = new AbortController();
      const asked = post(router.url, "/v1/completions", completion(prompt(), { max_tokens: 500 }), leaving.signal);
      await sleep(waitMs);
      leaving.abort();
      await expect(asked).rejects.toThrow();
      await expect.poll(() => idle(engines.prefill), polled).toBe(0);
      await expect.poll(() => idle(engines.decode), polled).toBe(0);
      await expect.poll(held, polled).toBe(0);
    }
    await expect.poll(() => router.metric("sonar_router_engine_in_flight"), polled).toBe(0);
  });

  it("gives no wrong text when decode stands still for longer than the lease", { timeout: 300_000 }, async () => {
    const text = prompt();
    const right = await aggregated(text);
    freeze(engines.decode, "SIGSTOP");
    try {
      const answer = await post(router.url, "/v1/completions", completion(text));
      expect([answer.status, answer.headers.get("x-sonar-reason")]).toEqual([503, "lease-expired"]);
      await sleep(leaseSeconds * 1000);
    } finally {
      freeze(engines.decode, "SIGCONT");
    }
    await expect.poll(async () => (await fetch(`${router.url}/ready`)).status, polled).toBe(200);
    expect(await textOf(await post(router.url, "/v1/completions", completion(text)))).toBe(right);
  });

  it("gives no wrong text when prefill stands still for longer than the lease", { timeout: 300_000 }, async () => {
    const text = prompt();
    const right = await aggregated(text);
    const asked = post(router.url, "/v1/completions", completion(text));
    await sleep(150);
    freeze(engines.prefill, "SIGSTOP");
    await sleep(leaseSeconds * 1500);
    freeze(engines.prefill, "SIGCONT");
    const answer = await asked;
    // an engine that was stopped before it had answered was ejected meanwhile
    const reasons = ["lease-expired", "prefill-failed"];
    if (answer.status === 200) expect(await textOf(answer)).toBe(right);
    else
      expect([answer.status, reasons]).toEqual([503, expect.arrayContaining([answer.headers.get("x-sonar-reason")])]);
    await expect.poll(async () => (await fetch(`${router.url}/ready`)).status, polled).toBe(200);
    expect(await textOf(await post(router.url, "/v1/completions", completion(text)))).toBe(right);
  });
});
