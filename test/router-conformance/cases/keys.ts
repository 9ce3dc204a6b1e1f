import { strict as assert } from "node:assert";
import { call } from "../../engine/contract/client";
import { complete, completeRight, completion, freshPrompt, onlySeen } from "../ask";
import type { Topic } from "../row";
import type { StageSetup } from "../stage";

const key = "key-of-the-engines";
const stage: StageSetup = { prefill: 1, decode: 1, router: { key } };

/** Keys of engines and clients, and what is written of them. */
export const keys: Topic = {
  topic: "Keys",
  rows: [
    {
      name: "sends engines their key",
      why: "Engines in a cluster are open to whoever reaches them, else.",
      stage,
      run: async (stage) => {
        const prompt = freshPrompt();
        await completeRight(stage, prompt, { key });
        for (const side of [stage.prefill, stage.decode])
          assert.equal((await onlySeen(side, prompt)).headers.authorization, `Bearer ${key}`);
      },
    },
    {
      name: "refuses a client without the key",
      why: "It would lend the engines' key to anybody.",
      needs: ["client-keys"],
      stage,
      run: async (stage) => {
        for (const given of [undefined, "wrong"]) {
          const { status } = await complete(stage, completion("a"), { key: given });
          assert.equal(status, 401);
        }
      },
    },
    {
      name: "writes neither prompts nor keys to its log or metrics",
      why: "Logs are read by more people than prompts are meant for.",
      stage,
      run: async (stage) => {
        const prompt = "A secret of the client";
        await completeRight(stage, prompt, { key });
        await complete(stage, completion(prompt, 8, { model: "none" }), { key });
        await call(stage.router, "/v1/completions", { key, body: `{"prompt":"${prompt}"` });
        await stage.prefill[0]?.stop("SIGKILL");
        await complete(stage, completion(prompt), { key });
        const written = stage.router.logs() + (await stage.router.metrics());
        assert.ok(!written.includes(prompt), "the prompt is there");
        assert.ok(!written.includes(key), "the key is there");
      },
    },
  ],
};
