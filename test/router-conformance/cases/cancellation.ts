import { strict as assert } from "node:assert";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { busy, completion, completions, eventually, freshPrompt, held, nothingLeft, seenBy } from "../ask";
import type { Row, Topic } from "../row";
import type { Stage, StageSetup } from "../stage";

const slow: StageSetup = { prefill: 1, decode: 1, env: { STAND_IN_PROMPT_TOKENS_PER_SECOND: "20" } };

/** A client that leaves: within a second nothing works for it any more, and no KV cache is held for it. */
export const cancellation: Topic = {
  topic: "The client leaves",
  rows: [false, true].flatMap((stream): Row[] => {
    const how = stream ? "a stream" : "a whole answer";
    return [
      {
        name: `stops prefill, of ${how}`,
        why: "Long prompts take seconds, which others wait for.",
        stage: slow,
        run: async (stage) => {
          const prompt = freshPrompt().repeat(8);
          const leave = begin(stage, { prompt, stream });
          await eventually("prefill works", async () => (await seenBy(stage.prefill, prompt)).length > 0);
          leave();
          await eventually("nothing works", async () => (await seenBy(stage.prefill, prompt))[0]?.state === "gone", 1);
          await nothingLeft(stage);
          assert.equal((await seenBy(stage.decode, prompt)).length, 0, "decode was asked");
        },
      },
      {
        name: `frees the blocks when decode has not begun, of ${how}`,
        why: "Prefill holds them until the lease ends, and has no room for others.",
        stage: { prefill: 1, decode: 1 },
        run: async (stage) => {
          const [decode] = stage.decode;
          process.kill(decode?.pid ?? 0, "SIGSTOP");
          const leave = begin(stage, { prompt: freshPrompt(), stream });
          await eventually("prefill holds", async () => (await held(stage)) > 0);
          await sleep(100);
          leave();
          await sleep(300);
          process.kill(decode?.pid ?? 0, "SIGCONT");
          await nothingLeft(stage, 2);
        },
      },
      {
        name: `stops decode, of ${how}`,
        why: "Nobody reads what it writes.",
        stage: { prefill: 1, decode: 1 },
        run: async (stage) => {
          const leave = begin(stage, { prompt: freshPrompt(), stream, tokens: 7000 });
          await eventually("decode works", async () => (await busy(stage.decode)) > 0);
          await sleep(100);
          leave();
          await nothingLeft(stage);
        },
      },
    ];
  }),
};

/** Begins a request and returns what leaves it. */
function begin({ router }: Stage, how: { prompt: string; stream: boolean; tokens?: number }): () => void {
  const body = JSON.stringify(completion(how.prompt, how.tokens ?? 8, { stream: how.stream }));
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const outgoing = request(router.url + completions, { method: "POST", agent: false, headers });
  outgoing.on("error", () => undefined);
  outgoing.on("response", (incoming) => incoming.on("error", () => undefined).resume());
  outgoing.end(body);
  return () => void outgoing.destroy();
}
