import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import {
  busy,
  complete,
  completeRight,
  completion,
  eventually,
  fault,
  freshPrompt,
  mend,
  nothingLeft,
  right,
  seenBy,
} from "../ask";
import type { Row, Topic } from "../row";
import type { Stage } from "../stage";

/** Prefill engines that die, stand still or refuse. Nothing has reached the client yet: another one can do it. */
export const prefillFailures: Topic = {
  topic: "Prefill fails",
  rows: [
    {
      name: "answers every request after one of two prefill processes died",
      why: "Until a health check notices, half of all requests would fail.",
      stage: {},
      run: async (stage) => {
        await completeRight(stage);
        await completeRight(stage);
        await stage.prefill[0]?.stop("SIGKILL");
        await allRight(stage, 8);
      },
    },
    {
      name: "answers the requests that a prefill process had when it died",
      why: "A pod that is lost takes its prompts with it, and nothing of them has been answered.",
      stage: { env: { STAND_IN_PROMPT_TOKENS_PER_SECOND: "60" } },
      run: async (stage) => {
        const asked = Array.from({ length: 4 }, () => freshPrompt());
        const answers = asked.map((prompt) => complete(stage, completion(prompt)));
        await eventually("prefill works", async () => (await busy(stage.prefill.slice(0, 1))) > 0);
        await stage.prefill[0]?.stop("SIGKILL");
        for (const [i, answer] of (await Promise.all(answers)).entries()) right(answer, asked[i] ?? "");
      },
    },
    {
      name: "works at once with a prefill process that has come back under its address",
      why: "Rolling updates and crashes end with this.",
      stage: { prefill: 1, decode: 1 },
      run: async (stage) => {
        await completeRight(stage);
        await stage.prefill[0]?.stop("SIGKILL");
        await complete(stage, completion(freshPrompt()));
        await stage.again(stage.prefill[0] as never);
        await eventually(
          "an answer",
          async () => (await complete(stage, completion(freshPrompt()))).status === 200,
          10,
        );
        await allRight(stage, 4);
      },
    },
    elsewhere("answers with HTTP 500", { kind: "status-500" }),
    elsewhere("resets its connections", { kind: "reset" }),
    elsewhere("refuses connections", { kind: "refuse-new" }),
    elsewhere("answers with HTTP 503, as one with a full queue does", { kind: "status", status: 503 }),
    {
      name: "goes elsewhere when prefill stands still, after its limit",
      why: "A process that hangs keeps its connections.",
      stage: { router: { prefillSeconds: 2 } },
      run: async (stage) => {
        await fault(stage.prefill.slice(0, 1), { kind: "hang" });
        await allRight(stage, 4);
      },
    },
    {
      name: "answers 503 with Retry-After, soon, when every prefill fails",
      why: "A client that waits for a decode that is never asked waits for its own time-out.",
      stage: {},
      run: async (stage) => {
        await completeRight(stage);
        await fault(stage.prefill, { kind: "status-500" });
        const began = performance.now();
        const prompt = freshPrompt();
        const { status, headers } = await complete(stage, completion(prompt));
        assert.equal(status, 503, `HTTP ${status}`);
        assert.ok(headers["retry-after"], "no Retry-After");
        assert.ok(performance.now() - began < 1000, "it took more than a second");
        assert.equal((await seenBy(stage.decode, prompt)).length, 0, "decode was asked");
        assert.ok((await seenBy(stage.prefill, prompt)).length <= 4, "it was tried without end");
        await nothingLeft(stage);
      },
    },
    {
      name: "answers 503 with Retry-After without any prefill, if it is not told otherwise",
      why: "Decode alone would compute prompts that it is not made for, and nobody would know.",
      stage: { prefill: 1, decode: 1 },
      run: async (stage) => {
        await completeRight(stage);
        await stage.prefill[0]?.stop("SIGKILL");
        for (let i = 0; i < 3; i++) {
          const prompt = freshPrompt();
          const { status, headers } = await complete(stage, completion(prompt));
          assert.equal(status, 503, `HTTP ${status}`);
          assert.ok(headers["retry-after"], "no Retry-After");
          assert.equal((await seenBy(stage.decode, prompt)).length, 0, "decode was asked");
          await sleep(700);
        }
      },
    },
    {
      name: "lets decode work alone without any prefill, if it is told so, and counts it",
      why: "Slow is better than nothing, for some.",
      needs: ["recompute"],
      stage: { prefill: 1, decode: 1, router: { noPrefill: "recompute" } },
      run: async (stage) => {
        await stage.prefill[0]?.stop("SIGKILL");
        await allRight(stage, 3);
        assert.match(await stage.router.metrics(), /decode_only\w*\{[^}]*\} 3\b/);
      },
    },
    {
      name: "passes on what prefill says against a request, unchanged",
      why: "It says what is wrong with the request.",
      run: async (stage) => {
        await fault(stage.prefill, { kind: "status", status: 422 });
        const prompt = freshPrompt();
        const { status, text } = await complete(stage, completion(prompt)).finally(() => mend(stage.prefill));
        assert.equal(status, 422, `HTTP ${status}`);
        assert.equal(JSON.parse(text).error.message, "A failure that a test asked for.");
        assert.equal((await seenBy(stage.decode, prompt)).length, 0, "decode was asked");
        await allRight(stage, 4);
      },
    },
    {
      name: "takes no engine out of use because of requests that are wrong",
      why: "One client with a wrong program would stop the service.",
      stage: {},
      run: async (stage) => {
        const wrong = Array.from({ length: 30 }, () => complete(stage, completion("a", 8, { model: "none" })));
        for (const { status } of await Promise.all(wrong)) assert.ok(status >= 400 && status < 500, `HTTP ${status}`);
        await allRight(stage, 4);
      },
    },
  ],
};

function elsewhere(name: string, broken: Record<string, unknown>): Row {
  return {
    name: `goes elsewhere when a prefill engine ${name}`,
    why: "Nothing has been answered, and another one can do it.",
    stage: {},
    run: async (stage) => {
      await fault(stage.prefill.slice(0, 1), broken);
      await allRight(stage, 6);
    },
  };
}

/** So many requests, one after the other, are answered rightly. */
async function allRight(stage: Stage, count: number): Promise<void> {
  const statuses: string[] = [];
  for (let i = 0; i < count; i++) {
    const prompt = freshPrompt();
    const answer = await complete(stage, completion(prompt));
    if (answer.status === 200) right(answer, prompt);
    statuses.push(String(answer.status));
  }
  const failed = statuses.filter((status) => status !== "200");
  assert.equal(failed.length, 0, `${failed.length} of ${count} requests got ${[...new Set(failed)].join(", ")}`);
}
