import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { FakeEngine } from "../../test-fixtures/fakeEngine";
import { ask, reason, type Setup, type SetupOptions, setUp, until } from "../../test-fixtures/setup";
import { now } from "../upstream/connection";
import { Lease } from "./lease";

let setup: Setup | undefined;
afterEach(async () => {
  await setup?.stop();
  setup = undefined;
});
const first = (engines: FakeEngine[]) => engines[0] as FakeEngine;
const transfer = { mode: "pull" as const, leaseSeconds: 6, leaseMarginSeconds: 2 };
const start = async (options: SetupOptions = {}) => {
  const made = await setUp({ ...options, config: { transfer, ...options.config } });
  setup = made;
  return made;
};

describe("a lease", () => {
  it("ends a margin before the engine's", () => {
    const lease = new Lease({ leaseMs: 30_000, marginMs: 10_000 }, 1000);
    expect([lease.left(1000), lease.left(20_999), lease.left(21_000), lease.left(50_000)]).toEqual([20_000, 1, 0, 0]);
    expect(new Lease({ leaseMs: 1000, marginMs: 0 }, now() - 1001).expired).toBe(true);
  });
});

// longer than a busy machine is late
describe("an answer of prefill", { timeout: 60_000 }, () => {
  it("that came late from an engine that stood still is not used", async () => {
    const { url, prefill, decode, metric } = await start({ prefill: 2 });
    let frozen: FakeEngine | undefined;
    for (const engine of prefill)
      engine.act = async (seen, res) => {
        frozen ??= engine;
        if (engine === frozen) {
          // the blocks are kept from here on, but neither this answer nor one of /health comes
          engine.healthHangs = true;
          await sleep(4500);
          engine.healthHangs = false;
        }
        engine.answer(seen, res);
      };
    expect((await ask(url, "/v1/completions", { prompt: "x" }).answer).status).toBe(200);
    expect(await metric('sonar_router_lease_repeats_total{when="connecting"}')).toBe(1);
    expect(first(decode).generations).toHaveLength(1);
    expect(first(prefill).generations.length + (prefill[1]?.generations.length ?? 0)).toBe(2);
  });

  it("that came in a burst from an engine that stood still is not used, whichever of them came first", async () => {
    const { url, prefill, decode } = await start();
    const engine = first(prefill);
    const began = now();
    let held = 0;
    const given: unknown[] = [];
    engine.act = async (seen, res) => {
      const late = ++held <= 2;
      if (late) {
        engine.healthHangs = true;
        await sleep(5500 - (now() - began));
        engine.healthHangs = false;
      }
      engine.answer(seen, res);
    };
    first(decode).act = (seen, res) => {
      given.push(now() - began);
      first(decode).answer(seen, res);
    };
    await Promise.all(["a", "b"].map((prompt) => ask(url, "/v1/completions", { prompt }).answer));
    // prefill ran again before decode got anything
    expect(engine.generations.length - 2).toBe(given.length);
  });

  it("that took long in an engine that lives is used", async () => {
    const { url, prefill, metric } = await start();
    first(prefill).act = async (seen, res) => {
      await sleep(4500);
      first(prefill).answer(seen, res);
    };
    expect((await ask(url, "/v1/completions", { prompt: "x" }).answer).status).toBe(200);
    expect(await metric("sonar_router_lease_repeats_total")).toBe(0);
  });

  it("is taken away from a decode engine that stands still, before any byte of it reaches the client", async () => {
    const { url, prefill, decode, metric } = await start({ decode: 2 });
    let frozen: FakeEngine | undefined;
    for (const engine of decode)
      engine.act = async (seen, res) => {
        frozen ??= engine;
        if (engine !== frozen) return engine.answer(seen, res);
        engine.healthHangs = true;
        await sleep(6500);
        res.end("wrong text");
      };
    const answer = await ask(url, "/v1/completions", { prompt: "x" }).answer;
    expect([answer.status, answer.text.includes("answer to x")]).toEqual([200, true]);
    expect(await metric('sonar_router_lease_repeats_total{when="unanswered"}')).toBe(1);
    expect(first(prefill).generations).toHaveLength(2);
    expect(frozen?.generations[0]?.state).toBe("gone");
    if (frozen) frozen.healthHangs = false;
  });

  it("may be worked on for long by a decode engine that lives", async () => {
    const { url, decode, metric } = await start();
    first(decode).act = async (seen, res) => {
      await sleep(6500);
      first(decode).answer(seen, res);
    };
    expect((await ask(url, "/v1/completions", { prompt: "x" }).answer).status).toBe(200);
    expect(await metric("sonar_router_lease_repeats_total")).toBe(0);
  });

  it("that never reaches decode in time is a 503", async () => {
    const { url, decode } = await start({ decode: 3 });
    for (const engine of decode)
      engine.act = async () => {
        engine.healthHangs = true;
      };
    const answer = await ask(url, "/v1/completions", { prompt: "x" }).answer;
    expect([answer.status, reason(answer), answer.headers["retry-after"]]).toEqual([503, "lease-expired", "3"]);
    await until(() => decode.every(({ generations }) => generations.every(({ state }) => state === "gone")));
    for (const engine of decode) engine.healthHangs = false;
  });
});
