import { strict as assert } from "node:assert";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { call, open } from "../../engine/contract/client";
import { load, scrape, value } from "../../engine/contract/metrics";
import { answerOf, askPrefill, completed, decodeBody } from "../../engine/contract/transfer/ask";
import { until } from "../../engine/contract/wait";
import type { Engine } from "../../engine/real/engine";
import { completions, freshPrompt } from "../ask";
import type { RunningRouter } from "../routers/router";
import { model } from "../stage";

/** A router between two real engines. */
export interface RealStage {
  router: RunningRouter;
  prefill: Engine;
  decode: Engine;
  leaseSeconds: number;
}

/** One thing that a router does or does not with real engines. */
export interface RealRow {
  name: string;
  /** Every router that is tested here has done it. */
  everybody?: boolean;
  run(stage: RealStage): Promise<void>;
}

const long = () => freshPrompt().repeat(6);
const transfers = async (engine: Engine) => value(await scrape(engine), "aphrodite:nixl_xfer_time_seconds_count");
const expired = async (engine: Engine) => value(await scrape(engine), "aphrodite:nixl_num_kv_expired_reqs_total");

/** The text that the router's answer has is the one that decode computes alone. */
async function same(stage: RealStage, prompt: string): Promise<void> {
  const before = await transfers(stage.decode);
  const through = await completed(stage.router, { model, ...decodeBody(prompt) });
  await until(
    () => transfers(stage.decode),
    (count) => count === before + 1,
    10,
  );
  assert.equal(through, await completed(stage.decode, decodeBody(prompt)), "HTTP 200 with a wrong text");
}

/** The main rows. */
export const realRows: readonly RealRow[] = [
  {
    name: "transfers the KV cache, and the text is that of one engine",
    everybody: true,
    run: async (stage) => {
      for (let i = 0; i < 3; i++) await same(stage, long());
    },
  },
  {
    name: "streams, with a transfer",
    everybody: true,
    run: async (stage) => {
      const prompt = long();
      const before = await transfers(stage.decode);
      const answer = await open(stage.router, completions, { body: { model, ...decodeBody(prompt), stream: true } });
      assert.equal(await answer.ended, true, "the stream broke");
      const texts = answer.events.slice(0, -1).map((event) => JSON.parse(event).choices[0].text);
      assert.equal(texts.join(""), await completed(stage.decode, decodeBody(prompt)), "a wrong text");
      assert.equal(await transfers(stage.decode), before + 1, "nothing was transferred");
    },
  },
  {
    name: "gives each of several prompts its own text",
    run: async (stage) => {
      const prompts = [long(), long()];
      const { status, text } = await call(stage.router, completions, {
        body: { model, ...decodeBody(""), prompt: prompts },
      });
      assert.equal(status, 200);
      for (const [i, { text: own }] of JSON.parse(text).choices.entries())
        assert.equal(own, await completed(stage.decode, decodeBody(prompts[i] ?? "")), "HTTP 200 with a wrong text");
    },
  },
  {
    name: "tells both engines when the client leaves",
    run: async (stage) => {
      const before = await expired(stage.prefill);
      const leave = begin(stage.router.url, { model, ...decodeBody(long()), max_tokens: 3000, stream: true });
      await until(
        () => load(stage.decode),
        ({ running }) => running === 1,
        20,
      );
      leave();
      await until(
        () => load(stage.decode),
        ({ running, waiting }) => running + waiting === 0,
        5,
      );
      await sleep(stage.leaseSeconds * 1000 + 1500);
      assert.equal(await expired(stage.prefill), before, "prefill held the KV cache until the lease ended");
    },
  },
  {
    name: "gives no wrong text when decode is frozen for longer than the lease",
    run: async (stage) => {
      const prompt = long();
      const expected = await completed(stage.decode, decodeBody(prompt));
      process.kill(-stage.decode.pid, "SIGSTOP");
      const answer = answerOf(stage.router, { model, ...decodeBody(prompt) });
      await sleep(stage.leaseSeconds * 1000 + 2000);
      // its blocks are for others now
      for (let i = 0; i < 4; i++) await askPrefill(stage.prefill, `${i} ${prompt.toUpperCase()}`);
      process.kill(-stage.decode.pid, "SIGCONT");
      const { status, text } = await answer;
      if (status === 200) assert.equal(JSON.parse(text).choices[0].text, expected, "HTTP 200 with a wrong text");
      else assert.ok(status >= 500, `HTTP ${status}`);
      // it is usable again
      const again = () => answerOf(stage.router, { model, ...decodeBody(long()) });
      await until(again, (answered) => answered.status === 200, 30);
    },
  },
];

function begin(url: string, body: Record<string, unknown>): () => void {
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  const outgoing = request(url + completions, { method: "POST", agent: false, headers });
  outgoing.on("error", () => undefined);
  outgoing.on("response", (incoming) => incoming.on("error", () => undefined).resume());
  outgoing.end(text);
  return () => void outgoing.destroy();
}
