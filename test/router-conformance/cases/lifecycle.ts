import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import { complete, completeRight, completion, eventually, freshPrompt, stream, streamed, textOf } from "../ask";
import type { Topic } from "../row";

/** The router's own start and end. */
export const lifecycle: Topic = {
  topic: "Start and end",
  rows: [
    {
      name: "is ready with a pair, and not ready without",
      why: "The gateway sends to what is ready.",
      stage: { prefill: 1, decode: 1 },
      run: async (stage) => {
        await eventually("it is ready", async () => (await stage.router.ready()) === 200);
        await stage.decode[0]?.stop("SIGKILL");
        await eventually("it is not ready without decode", async () => (await stage.router.ready()) === 503, 10);
      },
    },
    {
      name: "on SIGTERM leaves readiness, finishes what runs, then ends with 0",
      why: "Rolling updates of the router would cut streams.",
      stage: {},
      run: async (stage) => {
        const { router } = stage;
        const prompt = freshPrompt();
        const long = await stream(stage, prompt, 2000);
        await long.atLeast(1);
        process.kill(router.pid, "SIGTERM");
        await eventually("it leaves readiness", async () => (await router.ready()) !== 200, 2);
        assert.equal(await long.ended, true, "the stream broke");
        assert.equal(streamed(long.events), textOf(prompt, 2000));
        const exit = await Promise.race([router.exited, sleep(10_000)]);
        assert.ok(exit, "it does not end");
        assert.deepEqual(exit, { code: 0, signal: null });
      },
    },
    {
      name: "takes requests for a while after SIGTERM, until everybody knows",
      why: "Proxies learn of it seconds later, and send meanwhile.",
      stage: {},
      run: async (stage) => {
        const long = await stream(stage, freshPrompt(), 4000);
        await long.atLeast(1);
        process.kill(stage.router.pid, "SIGTERM");
        await eventually("it leaves readiness", async () => (await stage.router.ready()) !== 200, 2);
        const { status } = await complete(stage, completion(freshPrompt()));
        assert.equal(status, 200, `HTTP ${status}`);
        long.leave();
      },
    },
    {
      name: "refuses new requests with 503 while it waits for the last ones",
      why: "Else it never ends.",
      stage: {},
      run: async (stage) => {
        const long = await stream(stage, freshPrompt(), 4000);
        await long.atLeast(1);
        process.kill(stage.router.pid, "SIGTERM");
        await sleep(2500);
        const refused = await complete(stage, completion(freshPrompt())).then(
          ({ status }) => status,
          () => 0,
        );
        long.leave();
        assert.ok([503, 0].includes(refused), `HTTP ${refused}`);
      },
    },
    {
      name: "works after its engines were all away for a while",
      why: "It must not have to be restarted by hand.",
      stage: { prefill: 1, decode: 1 },
      run: async (stage) => {
        await completeRight(stage);
        const both = [...stage.prefill, ...stage.decode];
        await Promise.all(both.map((engine) => engine.stop("SIGKILL")));
        await complete(stage, completion(freshPrompt()));
        await Promise.all(both.map((engine) => stage.again(engine)));
        const works = async () => (await complete(stage, completion(freshPrompt()))).status === 200;
        await eventually("it works again", works, 15);
      },
    },
  ],
};
