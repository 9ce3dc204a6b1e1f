import { strict as assert } from "node:assert";
import { call } from "../../engine/contract/client";
import type { Engine } from "../../engine/real/engine";
import {
  complete,
  completeRight,
  completion,
  eventually,
  freshPrompt,
  right,
  seen,
  stream,
  streamed,
  textOf,
} from "../ask";
import type { Topic } from "../row";

/** Which engines make a pair, and which get nothing. */
export const pairs: Topic = {
  topic: "Pairs",
  rows: [
    {
      name: "spreads requests over all engines",
      why: "Else one works and one waits.",
      stage: {},
      run: async (stage) => {
        const asked = Array.from({ length: 24 }, () => freshPrompt());
        const answers = await Promise.all(asked.map((prompt) => complete(stage, completion(prompt, 8))));
        for (const [i, answer] of answers.entries()) right(answer, asked[i] ?? "");
        for (const engine of [...stage.prefill, ...stage.decode]) {
          const { length } = (await seen(engine)).filter(({ body }) => body?.includes("of this run"));
          assert.ok(length >= 4, `one engine got ${length} of 24`);
        }
      },
    },
    {
      name: "prefers the decode engine with fewer sequences",
      why: "Answers have very different lengths: turns are not enough.",
      stage: {},
      run: async (stage) => {
        const long = await stream(stage, freshPrompt(), 7000);
        const more = await stream(stage, freshPrompt(), 7000);
        await long.atLeast(1);
        await more.atLeast(1);
        const counts = await Promise.all(stage.decode.map(async (engine) => (await generations(engine)).length));
        long.leave();
        more.leave();
        assert.deepEqual(counts, [1, 1], "both are on one engine");
      },
    },
    {
      name: "never makes a pair of engines that do not fit",
      why: "Old and new versions of an engine read each other's caches wrongly, or not at all.",
      needs: ["compatibility"],
      stage: { prefill: 2, decode: 2, compatibility: ["old", "new"] },
      run: async (stage) => {
        const asked = Array.from({ length: 40 }, () => freshPrompt());
        const answers = await Promise.all(asked.map((prompt) => complete(stage, completion(prompt))));
        for (const [i, answer] of answers.entries()) right(answer, asked[i] ?? "");
        for (const [i, engine] of stage.decode.entries()) {
          const ids = (await generations(engine)).map(
            ({ body }) => JSON.parse(body ?? "{}").kv_transfer_params.remote_port,
          );
          assert.ok(ids.length > 0, "one group got nothing");
          const own = await portOf(stage.prefill[i]);
          assert.ok(
            ids.every((port) => port === own),
            "a pair did not fit",
          );
        }
      },
    },
    {
      name: "does not use a prefill engine that fits no decode engine",
      why: "What it computes nobody can read.",
      needs: ["compatibility"],
      stage: { prefill: 2, decode: 1, compatibility: ["old", "new"] },
      run: async (stage) => {
        for (let i = 0; i < 6; i++) await completeRight(stage);
        assert.equal((await generations(stage.prefill[1])).length, 0, "it was used");
      },
    },
    {
      name: "gives an engine that is marked as draining nothing new, and lets it finish",
      why: "It ends soon; what it has must come to its end first.",
      needs: ["draining"],
      stage: {},
      run: async (stage) => {
        const prompt = freshPrompt();
        const long = await stream(stage, prompt, 1500);
        await long.atLeast(1);
        const mine = (await generations(stage.decode[0])).length > 0 ? 0 : 1;
        const place = (engines: readonly Engine[], drained: number) =>
          engines.map(({ url }, i) => ({ url, ...(i === drained && { draining: true }) }));
        await stage.router.tell({ prefill: place(stage.prefill, 0), decode: place(stage.decode, mine) });
        const before = (await generations(stage.prefill[0])).length;
        for (let i = 0; i < 8; i++) await completeRight(stage);
        assert.equal((await generations(stage.decode[mine])).length, 1, "decode got something new");
        assert.equal((await generations(stage.prefill[0])).length, before, "prefill got something new");
        assert.equal(await long.ended, true, "the stream broke");
        assert.equal(streamed(long.events), textOf(prompt, 1500));
      },
    },
    {
      name: "uses an engine again that has come back",
      why: "Else each restart makes the service smaller.",
      stage: {},
      run: async (stage) => {
        const [, gone] = stage.decode;
        if (!gone) throw new Error("there is no second decode engine");
        await gone.stop("SIGKILL");
        for (let i = 0; i < 4; i++) await complete(stage, completion(freshPrompt()));
        const back = await stage.again(gone);
        const used = async () => {
          await complete(stage, completion(freshPrompt()));
          return (await generations(back)).length > 0;
        };
        await eventually("it is used", used, 15);
      },
    },
  ],
};

/** Generations of this run's prompts; probes of the router are none. */
async function generations(engine: Engine | undefined) {
  if (!engine) throw new Error("there is no such engine");
  return (await seen(engine)).filter(({ body }) => body?.includes("of this run"));
}

/** The side channel's port of a prefill engine. */
async function portOf(engine: Engine | undefined): Promise<unknown> {
  if (!engine) throw new Error("there is no such engine");
  const params = { do_remote_decode: true };
  const { text } = await call(engine, "/v1/completions", {
    body: completion("port", 1, { kv_transfer_params: params }),
  });
  return JSON.parse(text).kv_transfer_params.remote_port;
}
