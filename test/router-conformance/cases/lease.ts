import { strict as assert } from "node:assert";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, open } from "../../engine/contract/client";
import {
  complete,
  completion,
  completions,
  eventually,
  freshPrompt,
  held,
  right,
  stream,
  streamed,
  textOf,
} from "../ask";
import type { Topic } from "../row";
import type { StageSetup } from "../stage";

const short: StageSetup = { router: { leaseSeconds: 2 } };

/** After the lease decode answers 200 with a wrong text, and counts no failure. So no answer of prefill may be older when decode takes it. */
export const lease: Topic = {
  topic: "The lease ends",
  rows: [
    {
      name: "gives no wrong text when decode is frozen for longer than the lease",
      why: "It takes the request when it wakes up, and reads blocks of other prompts.",
      stage: { ...short, decode: 1 },
      run: async (stage) => {
        const prompt = freshPrompt();
        const frozen = stage.decode[0]?.pid ?? 0;
        process.kill(frozen, "SIGSTOP");
        const answer = complete(stage, completion(prompt));
        await eventually("prefill holds", async () => (await held(stage)) > 0);
        await sleep(3500);
        process.kill(frozen, "SIGCONT");
        rightOrFailed(await answer, prompt);
      },
    },
    {
      name: "gives no wrong text in a stream when decode is frozen for longer than the lease",
      why: "The same, and the client has read it before anybody knows.",
      stage: { ...short, decode: 1 },
      run: async (stage) => {
        const prompt = freshPrompt();
        const frozen = stage.decode[0]?.pid ?? 0;
        process.kill(frozen, "SIGSTOP");
        const begun = stream(stage, prompt, 20);
        await eventually("prefill holds", async () => (await held(stage)) > 0);
        await sleep(3500);
        process.kill(frozen, "SIGCONT");
        const answer = await begun;
        if (answer.status !== 200) return assert.ok(answer.status >= 500, `HTTP ${answer.status}`);
        await answer.ended;
        assert.ok(textOf(prompt, 20).startsWith(streamed(answer.events)), "HTTP 200 with a wrong text");
      },
    },
    {
      name: "answers from another decode engine when one is frozen",
      why: "One is left that can.",
      stage: short,
      run: async (stage) => {
        const frozen = stage.decode[0]?.pid ?? 0;
        process.kill(frozen, "SIGSTOP");
        try {
          for (let i = 0; i < 3; i++) {
            const prompt = freshPrompt();
            right(await complete(stage, completion(prompt)), prompt);
          }
        } finally {
          process.kill(frozen, "SIGCONT");
        }
      },
    },
    {
      name: "gives right texts to requests that waited longer than the lease for their turn",
      why: "What waits after prefill must not be older than the lease.",
      stage: {
        prefill: 1,
        decode: 1,
        argv: ["--max-num-seqs", "1"],
        router: { leaseSeconds: 2, running: 1, queue: 50 },
      },
      run: async (stage) => {
        const asked = Array.from({ length: 6 }, () => freshPrompt());
        const answers = asked.map((prompt) => complete(stage, completion(prompt, 400)));
        for (const [i, { status, text }] of (await Promise.all(answers)).entries()) {
          if (status !== 200) assert.ok([429, 503].includes(status), `HTTP ${status}`);
          else
            assert.equal(JSON.parse(text).choices[0].text, textOf(asked[i] ?? "", 400), "HTTP 200 with a wrong text");
        }
      },
    },
    {
      name: "gives right texts when decode has no room for longer than the lease",
      why: "Decode tells prefill to go on holding, but only from the moment when it has the request.",
      stage: { prefill: 1, decode: 1, argv: ["--max-num-seqs", "2"], router: { leaseSeconds: 2 } },
      run: async (stage) => {
        const asked = Array.from({ length: 6 }, () => freshPrompt());
        const answers = asked.map((prompt) => complete(stage, completion(prompt, 600)));
        for (const [i, { status, text }] of (await Promise.all(answers)).entries()) {
          assert.equal(status, 200, `HTTP ${status}`);
          assert.equal(JSON.parse(text).choices[0].text, textOf(asked[i] ?? "", 600), "HTTP 200 with a wrong text");
        }
      },
    },
    {
      name: "does not hold a KV cache for a client that has not sent all of its request",
      why: "A slow client would outlast the lease.",
      stage: short,
      run: async (stage) => {
        const prompt = freshPrompt();
        const text = JSON.stringify(completion(prompt));
        const { answer, send } = slowly(stage.router.url, text);
        send(0.5);
        await sleep(2500);
        assert.equal(await held(stage), 0, "prefill holds already");
        send(1);
        right(await answer, prompt);
      },
    },
    {
      name: "gives right texts to a client that reads more slowly than the lease",
      why: "What was read once is decode's.",
      stage: { ...short, env: { STAND_IN_TOKENS_PER_SECOND: "40" } },
      run: async (stage) => {
        const prompt = freshPrompt();
        const body = completion(prompt, 160, { stream: true });
        const answer = await open(stage.router, completions, { body });
        assert.equal(await answer.ended, true, "the stream broke");
        assert.equal(streamed(answer.events), textOf(prompt, 160));
      },
    },
  ],
};

function rightOrFailed(answer: Answer, prompt: string): void {
  if (answer.status === 200) right(answer, prompt);
  else assert.ok(answer.status >= 500, `HTTP ${answer.status}`);
}

/** A request whose body is sent part by part: up to a share of it. */
function slowly(url: string, text: string): { answer: Promise<Answer>; send: (share: number) => void } {
  let sent = 0;
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  const outgoing = request(url + completions, { method: "POST", agent: false, headers });
  const answer = new Promise<Answer>((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      let body = "";
      incoming.setEncoding("utf8").on("data", (more: string) => {
        body += more;
      });
      incoming.once("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: body }));
    });
  });
  return {
    answer,
    send: (share) => {
      const end = Math.floor(text.length * share);
      outgoing.write(text.slice(sent, end));
      sent = end;
      if (share === 1) outgoing.end();
    },
  };
}
