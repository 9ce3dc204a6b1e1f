import { strict as assert } from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { completion, completions, freshPrompt, nothingLeft, stream, streamed, textOf } from "../ask";
import type { Topic } from "../row";
import { model, type Stage } from "../stage";

/** Many requests, long streams, slow readers. */
export const load: Topic = {
  topic: "Load",
  rows: [
    {
      name: "passes a stream on as it is made",
      why: "Who buffers makes a stream useless.",
      stage: { prefill: 1, decode: 1, env: { STAND_IN_TOKENS_PER_SECOND: "20" } },
      run: async (stage) => {
        const began = performance.now();
        const answer = await stream(stage, freshPrompt(), 40);
        await answer.atLeast(3);
        const third = performance.now() - began;
        await answer.ended;
        const whole = performance.now() - began;
        assert.ok(third < whole / 2, `the third of 40 events came after ${third | 0} of ${whole | 0} ms`);
      },
    },
    {
      name: "answers each of 1,000 requests at once with 200, 429 or 503",
      why: "A connection that is reset tells a client nothing.",
      stage: { router: { running: 100, queue: 100, queueSeconds: 5 } },
      run: async (stage) => {
        const results = await burst(stage, 1000);
        const odd = results.filter(({ status }) => ![200, 429, 503].includes(status));
        assert.equal(
          odd.length,
          0,
          `${odd.length} of 1000: ${[...new Set(odd.map((r) => r.status || r.error))].join(", ")}`,
        );
        const refused = results.filter(({ status }) => status !== 200);
        assert.ok(refused.length > 0, "nothing was refused: no limit holds");
        assert.ok(
          refused.every(({ retryAfter }) => retryAfter),
          "refusals without Retry-After",
        );
        const wrong = results.filter(({ status, right }) => status === 200 && !right);
        assert.equal(wrong.length, 0, `${wrong.length} wrong texts`);
        await nothingLeft(stage, 3);
      },
    },
    {
      name: "answers a liveness probe within a second under that load",
      why: "Kubernetes restarts what does not answer.",
      stage: { router: { running: 100, queue: 100, queueSeconds: 5 } },
      run: async (stage) => {
        // a router's pod has a processor of its own, and the kubelet too, which here clients and engines want
        setPriority(stage.router.pid, constants.priority.PRIORITY_HIGHEST);
        const probe = await prober(stage.router.alive);
        const results = burst(stage, 1000);
        await sleep(50);
        const { status, seconds } = await probe();
        await results;
        assert.equal(status, 200);
        assert.ok(seconds < 1, `${seconds.toFixed(1)} s`);
      },
    },
    {
      name: "holds little for clients that do not read, and delays nobody else",
      why: "A few of them would take all of its memory.",
      // events carry the model's name: this makes them long
      stage: { prefill: 1, decode: 1, argv: ["--served-model-name", "m".repeat(4000), model] },
      run: async (stage) => {
        const alone = await timed(stage);
        const before = memory(stage.router.pid);
        const idle = await Promise.all(Array.from({ length: 8 }, () => deaf(stage)));
        await sleep(4500);
        const seconds = await timed(stage);
        const grown = memory(stage.router.pid) - before;
        for (const leave of idle) leave();
        const slower = `another stream took ${seconds.toFixed(1)} s, and ${alone.toFixed(1)} s before`;
        assert.ok(seconds < 1 + 3 * alone, slower);
        assert.ok(grown < 32, `8 clients with 8 MB each cost ${grown | 0} MB`);
        await nothingLeft(stage, 2);
      },
    },
    {
      name: "counts exactly nothing in flight after all of it",
      why: "Counts that drift make an engine look busy for ever.",
      run: async (stage) => {
        const streams = await Promise.all(Array.from({ length: 30 }, () => stream(stage, freshPrompt(), 500)));
        for (const one of streams.slice(0, 15)) one.leave();
        await Promise.all(streams.map((one) => one.ended));
        await burst(stage, 100);
        await nothingLeft(stage, 2);
      },
    },
  ],
};

interface Result {
  status: number;
  error?: string;
  retryAfter?: string;
  right: boolean;
}

/** So many completions at once, each on a connection of its own. */
function burst({ router }: Stage, count: number): Promise<Result[]> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const one = () =>
    new Promise<Result>((resolve) => {
      const prompt = freshPrompt();
      const body = JSON.stringify(completion(prompt));
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
      const outgoing = request(router.url + completions, { method: "POST", agent, headers }, (incoming) => {
        let text = "";
        incoming.setEncoding("utf8").on("data", (more: string) => {
          text += more;
        });
        incoming.once("error", (error) => resolve({ status: 0, error: error.message, right: false }));
        incoming.once("end", () => {
          const right = incoming.statusCode === 200 && JSON.parse(text).choices[0].text === textOf(prompt, 8);
          resolve({ status: incoming.statusCode ?? 0, retryAfter: incoming.headers["retry-after"], right });
        });
      });
      outgoing.once("error", (error) => resolve({ status: 0, error: error.message, right: false }));
      outgoing.end(body);
    });
  return Promise.all(Array.from({ length: count }, one)).finally(() => agent.destroy());
}

/** Asks from a process of its own, when it is told to: this one is busy with its requests. */
async function prober(url: string): Promise<() => Promise<{ status: number; seconds: number }>> {
  const program = `
    const { get } = require("node:http");
    process.stdin.once("data", () => {
      const began = performance.now();
      get(process.argv[1], { agent: false }, ({ statusCode }) => {
        const seconds = (performance.now() - began) / 1000;
        process.stdout.write(JSON.stringify({ status: statusCode, seconds }), () => process.exit());
      });
    });
    process.stdout.write("ready");`;
  const child = spawn(process.execPath, ["-e", program, url], { stdio: ["pipe", "pipe", "inherit"] });
  setPriority(child.pid as number, constants.priority.PRIORITY_HIGHEST);
  await once(child.stdout, "data");
  return async () => {
    child.stdin.write("go");
    const [answer] = await once(child.stdout, "data");
    return JSON.parse(String(answer));
  };
}

/** Seconds that a stream of 200 tokens takes, which is right. */
async function timed(stage: Stage): Promise<number> {
  const prompt = freshPrompt();
  const began = performance.now();
  const answer = await stream(stage, prompt, 200);
  await answer.ended;
  assert.equal(answer.status, 200, `HTTP ${answer.status}`);
  assert.equal(streamed(answer.events), textOf(prompt, 200), "another stream is not whole, or wrong");
  return (performance.now() - began) / 1000;
}

/** A client that asks for a long stream and reads nothing of it. */
function deaf({ router }: Stage): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(completion(freshPrompt(), 2000, { stream: true }));
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const outgoing = request(router.url + completions, { method: "POST", agent: false, headers }, (incoming) => {
      incoming.pause();
      incoming.on("error", () => undefined);
      resolve(() => void outgoing.destroy());
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** What a process holds in memory, MB. */
function memory(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) / 1024;
}
