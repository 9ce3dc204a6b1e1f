import { strict as assert } from "node:assert";
import { call, open } from "../../engine/contract/client";
import { complete, completeRight, completion, freshPrompt, onlySeen, right, stream, streamed, textOf } from "../ask";
import type { Topic } from "../row";
import { model, type Stage } from "../stage";

/** Every API, plain and as a stream, with the text that belongs to the prompt and a KV cache that was read. */
export const answers: Topic = {
  topic: "Answers",
  rows: [
    {
      name: "answers completions, with the KV cache of prefill",
      why: "Without a transfer decode computes every prompt again.",
      run: async (stage) => {
        const prompt = freshPrompt();
        await completeRight(stage, prompt);
        await transferred(stage, prompt);
      },
    },
    {
      name: "streams completions",
      why: "Chat programs stream.",
      run: async (stage) => {
        const prompt = freshPrompt();
        const answer = await stream(stage, prompt, 20);
        assert.equal(answer.status, 200);
        assert.equal(await answer.ended, true, "the stream broke");
        assert.equal(streamed(answer.events), textOf(prompt, 20));
        assert.equal(answer.events.at(-1), "[DONE]");
        await transferred(stage, prompt);
      },
    },
    api("chat completions", "/v1/chat/completions", "max_tokens", (body) => body.choices?.[0]?.message.content),
    api("responses", "/v1/responses", "max_output_tokens", (body) => body.output?.[0]?.content[0]?.text),
    api("messages", "/v1/messages", "max_tokens", (body) => body.content?.[0]?.text),
    streamedApi("chat completions", "/v1/chat/completions", "max_tokens", "[DONE]"),
    streamedApi("responses", "/v1/responses", "max_output_tokens", "response.completed"),
    streamedApi("messages", "/v1/messages", "max_tokens", "message_stop"),
    {
      name: "gives each of several prompts its own text",
      why: "Prefill's answer names the KV cache of the first prompt only; decode reads it for all, and answers 200 with wrong texts.",
      run: async (stage) => {
        const both = [freshPrompt(), freshPrompt()];
        const { status, text } = await complete(stage, completion("", 8, { prompt: both }));
        assert.equal(status, 200);
        const texts = JSON.parse(text).choices.map((choice: { text: string }) => choice.text);
        assert.deepEqual(
          texts,
          both.map((prompt) => textOf(prompt, 8)),
          "HTTP 200 with a wrong text",
        );
      },
    },
    {
      name: "gives each of several choices its own text",
      why: "The first choice frees the KV cache that the second one reads.",
      run: async (stage) => {
        const prompt = freshPrompt();
        const { status, text } = await complete(stage, completion(prompt, 8, { n: 2, temperature: 1 }));
        assert.equal(status, 200);
        const texts = JSON.parse(text).choices.map((choice: { text: string }) => choice.text);
        assert.deepEqual(texts, [textOf(prompt, 8, 0), textOf(prompt, 8, 1)], "HTTP 200 with a wrong text");
      },
    },
    {
      name: "answers when prefill does not say where the KV cache is",
      why: "A prefill that ended otherwise than by length or stop has none to give.",
      stage: { prefill: 1, decode: 1 },
      run: async (stage) => {
        const prompt = freshPrompt();
        await call(stage.prefill[0] ?? stage.router, "/stand-in/fault", { body: { kind: "no-transfer-params" } });
        const answer = await complete(stage, completion(prompt));
        if (answer.status === 200) right(answer, prompt);
        else assert.equal(answer.status, 503, `HTTP ${answer.status}`);
      },
    },
  ],
};

const messages = (prompt: string) => [{ role: "user", content: prompt }];
const chatText = (prompt: string, tokens: number) => textOf(`user: ${prompt}\nassistant: `, tokens);
const bodyOf = (prompt: string, path: string, limit: string, tokens: number) => ({
  model,
  ...(path === "/v1/responses" ? { input: prompt } : { messages: messages(prompt) }),
  [limit]: tokens,
});

function api(name: string, path: string, limit: string, textIn: (body: Answered) => string | undefined) {
  return {
    name: `answers ${name}`,
    why: "An API that is not taken apart is served by decode alone, or not at all.",
    run: async (stage: Stage) => {
      const prompt = freshPrompt();
      const { status, text } = await call(stage.router, path, { body: bodyOf(prompt, path, limit, 8) });
      assert.equal(status, 200, `HTTP ${status}`);
      assert.equal(textIn(JSON.parse(text)), chatText(prompt, 8));
      await transferred(stage, prompt);
    },
  };
}

function streamedApi(name: string, path: string, limit: string, last: string) {
  return {
    name: `streams ${name}`,
    why: "Chat programs stream.",
    run: async (stage: Stage) => {
      const prompt = freshPrompt();
      const answer = await open(stage.router, path, { body: { ...bodyOf(prompt, path, limit, 20), stream: true } });
      assert.equal(answer.status, 200, `HTTP ${answer.status}`);
      assert.equal(await answer.ended, true, "the stream broke");
      assert.ok(answer.events.length > 5, `${answer.events.length} events`);
      assert.ok(answer.events.at(-1)?.includes(last), `the last event is ${answer.events.at(-1)}`);
      await transferred(stage, prompt);
    },
  };
}

interface Answered {
  choices?: { message: { content: string } }[];
  output?: { content: { text: string }[] }[];
  content?: { text: string }[];
}

/** One prefill engine computed the prompt, and one decode engine read it. */
async function transferred({ prefill, decode }: Stage, prompt: string): Promise<void> {
  const first = await onlySeen(prefill, prompt);
  const second = await onlySeen(decode, prompt);
  assert.deepEqual([first.role, first.kv], ["prefill", "held"], "prefill was not asked to hold");
  assert.deepEqual([second.role, second.kv], ["decode", "read"], "decode did not read");
}
