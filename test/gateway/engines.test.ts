import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, realEngine, startEngine } from "../engine/real/engine";
import { ask, askChat, chat } from "./client";
import { clientKey, describeGateway, engineKey, type RunningGateway, startGateway } from "./haproxy";
import { freePorts } from "./ports";
import { sleep, until } from "./wait";

const real = realEngine();
const minutes = 60_000;

describeGateway("Engines behind the gateway", () => {
  for (const kind of ["stand-in", "real"] as const) {
    // in CI a missing engine fails in startEngine, which says how to install it
    const skipped = kind === "real" && !real.available && !process.env.CI;
    const title = skipped ? `real (skipped: ${real.reason})` : kind;
    describe.skipIf(skipped)(title, { timeout: 3 * minutes }, () => {
      let engine: Engine;
      let gateway: RunningGateway;

      beforeAll(async () => {
        const [port = 0] = await freePorts(1);
        const argv = ["--served-model-name", "m", "--max-model-len", "8192", "--shutdown-timeout", "60"];
        engine = await startEngine({ kind, port, argv, env: { APHRODITE_API_KEY: engineKey } });
        gateway = await startGateway({ engines: [`127.0.0.1:${port}`] });
      }, 12 * minutes);
      afterAll(async () => {
        await gateway?.stop();
        await engine?.stop("SIGKILL");
      });

      const generate = (fields: Record<string, unknown>) =>
        JSON.stringify({ model: "m", prompt: "Once upon a time", ignore_eos: true, temperature: 0, ...fields });
      const metric = async (name: string) => {
        const text = await (await fetch(`${engine.url}/metrics`)).text();
        return text
          .split("\n")
          .filter((line) => line.startsWith(`aphrodite:${name}{`))
          .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
      };

      it("chat, completions and models with a client's key, which the engine itself refuses", async () => {
        expect(
          (await askChat(gateway.port, { body: chat({ max_tokens: 8 }) })).json<{ choices: unknown[] }>().choices,
        ).toHaveLength(1);
        const completion = await ask(gateway.port, "/v1/completions", { body: generate({ max_tokens: 5 }) });
        expect(completion.json<{ usage: { completion_tokens: number } }>().usage.completion_tokens).toBe(5);
        const models = (await ask(gateway.port, "/v1/models")).json<{ data: { id: string }[] }>();
        expect(models.data.map(({ id }) => id)).toEqual(["m"]);
        const direct = await fetch(`${engine.url}/v1/models`, {
          headers: { authorization: `Bearer ${clientKey}` },
        });
        expect(direct.status).toBe(401);
        expect((await askChat(gateway.port, { key: engineKey })).status).toBe(401);
      });

      it("streams piece by piece", async () => {
        const arrivals: number[] = [];
        const response = await fetch(`http://127.0.0.1:${gateway.port}/v1/completions`, {
          method: "POST",
          headers: { authorization: `Bearer ${clientKey}`, "content-type": "application/json" },
          body: generate({ max_tokens: 1500, stream: true }),
        });
        expect(response.headers.get("content-type")).toContain("text/event-stream");
        let text = "";
        for await (const piece of response.body ?? []) {
          text += Buffer.from(piece).toString();
          arrivals.push(Date.now());
        }
        expect(text.trimEnd().endsWith("data: [DONE]")).toBe(true);
        expect(arrivals.length).toBeGreaterThan(10);
      });

      it.each([true, false])("ends a generation at once when its client goes (stream: %s)", async (stream) => {
        const leaving = new AbortController();
        const body = generate({ max_tokens: 8000, stream });
        const gone = ask(gateway.port, "/v1/completions", { body, signal: leaving.signal }).catch(() => "gone");
        await until("the generation", async () => (await metric("num_requests_running")) === 1, 30);
        leaving.abort();
        expect(await gone).toBe("gone");
        await until("its end in the engine", async () => (await metric("num_requests_running")) === 0, 2);
        const generated = await metric("generation_tokens_total");
        await sleep(1000);
        expect(await metric("generation_tokens_total")).toBe(generated);
      });

      it("completes a stream of an engine that is told to stop", async () => {
        const body = generate({ max_tokens: 3000, stream: true });
        const running = ask(gateway.port, "/v1/completions", { body });
        await until("the generation", async () => (await metric("num_requests_running")) === 1, 30);
        await sleep(200);
        const stopped = engine.stop("SIGTERM", 90);
        const { status, text } = await running;
        expect(status).toBe(200);
        expect(text.trimEnd().endsWith("data: [DONE]")).toBe(true);
        expect(text.match(/^data: \{/gm)?.length).toBe(3000);
        await stopped;
        const none = await askChat(gateway.port);
        expect([none.status, none.headers["x-sonar-reason"]]).toEqual([503, "no-engine"]);
      });
    });
  }
});
