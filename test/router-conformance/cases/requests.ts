import { strict as assert } from "node:assert";
import { request } from "node:http";
import { call } from "../../engine/contract/client";
import { complete, completeRight, completion, completions, freshPrompt, onlySeen, right, seenBy } from "../ask";
import type { Topic } from "../row";
import { model, type Stage } from "../stage";

/** What reaches the engines of a request, and what does not. */
export const requests: Topic = {
  topic: "Requests",
  rows: [
    {
      name: "asks prefill for one token, without a stream, and to hold",
      why: "More is computed twice.",
      run: async (stage) => {
        const prompt = freshPrompt();
        const body = completion(prompt, 8, { stream: true, stream_options: { include_usage: true } });
        assert.equal((await complete(stage, body)).status, 200);
        const asked = JSON.parse((await onlySeen(stage.prefill, prompt)).body ?? "{}");
        assert.equal(asked.max_tokens, 1);
        assert.ok(!asked.stream, "prefill was asked to stream");
        assert.ok(!asked.stream_options, "prefill was given stream_options, which it refuses");
        assert.equal(asked.kv_transfer_params.do_remote_decode, true);
      },
    },
    {
      name: "asks prefill of a chat for one token, whichever field limits it",
      why: "max_completion_tokens wins over max_tokens: prefill would generate the whole answer.",
      run: async (stage) => {
        const prompt = freshPrompt();
        const body = { model, messages: [{ role: "user", content: prompt }], max_completion_tokens: 8 };
        assert.equal((await call(stage.router, "/v1/chat/completions", { body })).status, 200);
        assert.equal((await onlySeen(stage.prefill, prompt)).maxTokens, 1);
      },
    },
    {
      name: "gives decode prefill's kv_transfer_params unchanged",
      why: "They name the blocks and whose they are; fields of later releases are among them.",
      run: async (stage) => {
        const prompt = freshPrompt();
        await completeRight(stage, prompt);
        const said = JSON.parse((await onlySeen(stage.prefill, prompt)).answer ?? "{}").kv_transfer_params;
        const given = JSON.parse((await onlySeen(stage.decode, prompt)).body ?? "{}").kv_transfer_params;
        assert.deepEqual(given, said);
      },
    },
    {
      name: "gives decode the client's fields byte for byte",
      why: "Unknown fields, large numbers and 1.0 beside 1 mean something to an engine.",
      run: async (stage) => {
        const prompt = freshPrompt();
        const fields = `"model":"${model}", "prompt":${JSON.stringify(prompt)},"max_tokens":8,"temperature":0.0`;
        const odd = `"x_big":12345678901234567890,"x_float":1.50,"x_exp":1e2,"x_text":"\\u00e9\\/","x_list":[ 1.0 ]`;
        const { status } = await call(stage.router, completions, { body: `{${fields},${odd}}` });
        assert.equal(status, 200);
        const body = (await onlySeen(stage.decode, prompt)).body ?? "";
        for (const part of `${fields},${odd}`.split(","))
          assert.ok(body.includes(part), `${part.trim()} became another text`);
        const names = Object.keys(JSON.parse(body)).sort();
        const own = ["kv_transfer_params", "max_tokens", "model", "prompt", "temperature"];
        const odds = ["x_big", "x_exp", "x_float", "x_list", "x_text"];
        assert.deepEqual(names, [...own, ...odds], "fields were added or taken away");
      },
    },
    {
      name: "lets no kv_transfer_params of a client through",
      why: "With blocks that are not its own a client reads others' prompts; without blocks it ends the decode engine.",
      stage: {},
      run: async (stage) => {
        const prompt = freshPrompt();
        const params = { do_remote_prefill: true, do_remote_decode: false, remote_block_ids: [] };
        const answer = await complete(stage, completion(prompt, 8, { kv_transfer_params: params }));
        if (answer.status === 200) right(answer, prompt);
        else assert.equal(answer.status, 400);
        const reached = (await seenBy(stage.decode, prompt)).filter(({ body }) =>
          /"remote_block_ids":\s*\[\]/.test(body ?? ""),
        );
        assert.equal(reached.length, 0, "they reached decode");
      },
    },
    {
      name: "keeps x-request-id on the way to both engines and back",
      why: "One request is found in all logs by it.",
      run: async (stage) => {
        const prompt = freshPrompt();
        const headers = { "x-request-id": "of-the-client" };
        const answer = await complete(stage, completion(prompt), { headers });
        assert.equal(answer.headers["x-request-id"], "of-the-client", "the answer has another one, or none");
        for (const side of [stage.prefill, stage.decode])
          assert.equal((await onlySeen(side, prompt)).requestId, "of-the-client", "an engine got another one");
      },
    },
    {
      name: "takes a chunked body",
      why: "Clients that do not know the length send one.",
      run: async (stage) => {
        const prompt = freshPrompt();
        const text = JSON.stringify(completion(prompt));
        const { status, body } = await chunked(stage, [text.slice(0, 20), text.slice(20)]);
        right({ status, headers: {}, text: body }, prompt);
      },
    },
    {
      name: "answers an unknown path with 404, and no engine sees it",
      why: "The engines' other paths have no key: with a default route they are open to all.",
      run: async (stage) => {
        const marks = ["/v1/nothing", "/invocations", "/tokenize", "/scale_elastic_ep"];
        for (const path of marks) {
          const { status } = await call(stage.router, path, { body: completion("a") });
          assert.equal(status, 404, `${path}: HTTP ${status}`);
        }
        const paths = (await allPaths(stage)).filter((path) => marks.includes(path));
        assert.deepEqual(paths, [], "engines saw them");
      },
    },
    {
      name: "answers a body that is too large with 413, and no engine sees it",
      why: "The router has to hold it in memory.",
      run: async (stage) => {
        const prompt = freshPrompt();
        const { status } = await complete(stage, completion(prompt + "y".repeat(1_500_000)));
        assert.equal(status, 413);
        assert.equal((await seenBy([...stage.prefill, ...stage.decode], prompt)).length, 0);
      },
    },
    {
      name: "answers what is no JSON with 400",
      why: "It is the client's fault, and no engine's.",
      run: async (stage) => {
        assert.equal((await call(stage.router, completions, { body: "{broken" })).status, 400);
      },
    },
  ],
};

function chunked({ router }: Stage, parts: readonly string[]): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
    const outgoing = request(router.url + completions, { method: "POST", agent: false, headers }, (incoming) => {
      let body = "";
      incoming.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      incoming.once("end", () => resolve({ status: incoming.statusCode ?? 0, body }));
    });
    outgoing.once("error", reject);
    for (const part of parts) outgoing.write(part);
    outgoing.end();
  });
}

async function allPaths(stage: Stage): Promise<string[]> {
  const logs = [...stage.prefill, ...stage.decode].map(async (engine) =>
    JSON.parse((await call(engine, "/stand-in/log")).text).map(({ path }: { path: string }) => path),
  );
  return (await Promise.all(logs)).flat();
}
