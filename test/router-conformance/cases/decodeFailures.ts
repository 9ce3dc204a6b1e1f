import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import {
  busy,
  complete,
  completion,
  eventually,
  fault,
  freshPrompt,
  nothingLeft,
  right,
  seen,
  seenBy,
  stream,
  streamed,
  textOf,
} from "../ask";
import type { Topic } from "../row";

/** Decode engines that die or cannot read. Once a generation may have begun nothing is run again unasked. */
export const decodeFailures: Topic = {
  topic: "Decode fails",
  rows: [
    {
      name: "goes elsewhere when a decode engine cannot be reached",
      why: "Nothing has begun.",
      stage: {},
      run: async (stage) => {
        await fault(stage.decode.slice(0, 1), { kind: "refuse-new" });
        for (let i = 0; i < 6; i++) {
          const prompt = freshPrompt();
          right(await complete(stage, completion(prompt)), prompt);
        }
      },
    },
    {
      name: "answers every request after one of two idle decode processes died",
      why: "Until a health check notices, half of all requests would fail.",
      stage: {},
      run: async (stage) => {
        await stage.decode[0]?.stop("SIGKILL");
        for (let i = 0; i < 6; i++) {
          const prompt = freshPrompt();
          right(await complete(stage, completion(prompt)), prompt);
        }
      },
    },
    {
      name: "answers 502 when decode dies before it answers, and runs nothing twice",
      why: "The generation may have begun: tools may have been called, tokens are paid for.",
      stage: {},
      run: async (stage) => {
        const prompt = freshPrompt();
        const answer = complete(stage, completion(prompt, 4000));
        await eventually("decode works", async () => (await busy(stage.decode)) > 0);
        const [first, second] = stage.decode;
        if (!first || !second) throw new Error("there are no two decode engines");
        const [dies, stays] = (await seen(first, prompt)).length > 0 ? [first, second] : [second, first];
        await dies.stop("SIGKILL");
        const { status } = await answer;
        assert.ok(status >= 500, `HTTP ${status}`);
        // one that is begun and left at once is how prefill learns that its blocks are free
        const again = (await seen(stays, prompt)).filter(({ state }) => state !== "gone");
        assert.equal(again.length, 0, "it was run again");
      },
    },
    {
      name: "ends a stream with an error when decode dies in it, and runs nothing twice",
      why: "A client that sees a normal end takes half an answer for the whole.",
      stage: {},
      run: async (stage) => {
        await fault(stage.decode, { kind: "die-mid-stream", tokens: 5 });
        const prompt = freshPrompt();
        const answer = await stream(stage, prompt, 1000);
        const complete = await answer.ended;
        assert.ok(!answer.events.includes("[DONE]"), "the stream ended as if it were whole");
        const error = answer.events.at(-1)?.includes('"error"');
        assert.ok(!complete || error, "the stream ended properly and without an error");
        assert.equal(streamed(answer.events.filter((event) => !event.includes('"error"'))), textOf(prompt, 5));
        const ended = await Promise.all(stage.decode.map(({ exited }) => Promise.race([exited, sleep(500)])));
        const alive = stage.decode.filter((_, place) => !ended[place]);
        const again = (await seenBy(alive, prompt)).filter(({ state }) => state !== "gone");
        assert.equal(again.length, 0, "it was run again");
      },
    },
    {
      name: "passes on the HTTP 500 of a KV cache that could not be read",
      why: "It is the engine's answer, and its policy.",
      stage: {},
      run: async (stage) => {
        await fault(stage.decode, { kind: "fail-transfer" });
        const prompt = freshPrompt();
        const { status, text } = await complete(stage, completion(prompt));
        assert.equal(status, 500, `HTTP ${status}`);
        assert.equal(JSON.parse(text).error.message, "Internal server error");
        assert.equal((await seenBy(stage.decode, prompt)).length, 1, "it was run again");
      },
    },
    {
      name: "makes no text of a stream whose KV cache could not be read",
      why: "The engine ends such a stream without a word. A second run that nobody asked for is no answer to that; an error is.",
      stage: {},
      run: async (stage) => {
        await fault(stage.decode, { kind: "fail-transfer" });
        const prompt = freshPrompt();
        const answer = await stream(stage, prompt, 8);
        await answer.ended;
        assert.equal(streamed(answer.events.filter((event) => !event.includes('"error"'))), "");
        assert.equal((await seenBy(stage.decode, prompt)).length, 1, "it was run again");
      },
    },
    {
      name: "passes on the text that decode computes itself with the policy recompute",
      why: "It is right.",
      stage: { failure: "recompute" },
      run: async (stage) => {
        await fault(stage.decode, { kind: "fail-transfer" });
        const prompt = freshPrompt();
        right(await complete(stage, completion(prompt)), prompt);
      },
    },
    {
      name: "passes on what decode says against a request, and prefill frees its blocks",
      why: "They would be held until the lease ends.",
      stage: {},
      run: async (stage) => {
        await fault(stage.decode, { kind: "status", status: 422 });
        const { status } = await complete(stage, completion(freshPrompt()));
        assert.equal(status, 422, `HTTP ${status}`);
        await nothingLeft(stage, 2);
      },
    },
    {
      name: "answers other requests while one decode engine stands still",
      why: "Not every failure refuses connections.",
      stage: {},
      run: async (stage) => {
        await fault(stage.decode.slice(0, 1), { kind: "hang" });
        const asked = Array.from({ length: 6 }, () => freshPrompt());
        let answered = 0;
        for (const prompt of asked)
          void complete(stage, completion(prompt)).then(
            () => answered++,
            () => undefined,
          );
        await eventually("the half on the other engine is answered", async () => answered >= 3, 4);
      },
    },
  ],
};
