import { afterEach, describe, expect, it } from "vitest";
import { FakeEngine, json } from "../../test-fixtures/fakeEngine";
import { ask, type Setup, setUp, until } from "../../test-fixtures/setup";

let setup: Setup;
afterEach(() => setup?.stop());
const first = (engines: FakeEngine[]) => engines[0] as FakeEngine;
const complete = () => ask(setup.url, "/v1/completions", { prompt: "x" }).answer;
const ejected = (role: string) => setup.metric(`sonar_router_engines{role="${role}",state="ejected"}`);

describe("ejection", () => {
  it("takes away an engine that fails, and a token brings it back", async () => {
    setup = await setUp({ decode: 2 });
    const bad = first(setup.decode);
    bad.act = (_, res) => json(res, 500, {});
    const good = setup.decode[1] as FakeEngine;
    await until(async () => {
      await complete();
      return (await ejected("decode")) === 1;
    });
    const before = bad.generations.length;
    expect((await Promise.all(Array.from({ length: 10 }, complete))).map(({ status }) => status)).toEqual(
      Array(10).fill(200),
    );
    expect(bad.generations.length).toBe(before);
    expect(good.generations.length).toBeGreaterThanOrEqual(10);
    bad.act = undefined;
    await until(async () => (await ejected("decode")) === 0);
    expect(bad.seen.some(({ body }) => body.prompt === "ping")).toBe(true);
    expect(await setup.metric('sonar_router_returns_total{role="decode"}')).toBe(1);
  });

  it("never takes the last engine away for its statuses", async () => {
    setup = await setUp();
    first(setup.decode).act = (_, res) => json(res, 500, {});
    for (let i = 0; i < 6; i++) expect((await complete()).status).toBe(500);
    expect(await ejected("decode")).toBe(0);
  });

  it("is not for statuses below 500", async () => {
    setup = await setUp({ decode: 2 });
    for (const engine of setup.decode) engine.act = (_, res) => json(res, 400, {});
    for (let i = 0; i < 8; i++) await complete();
    expect(await ejected("decode")).toBe(0);
  });

  it("follows /health, and ends with it", async () => {
    setup = await setUp({ prefill: 2 });
    first(setup.prefill).healthStatus = 503;
    await until(async () => (await ejected("prefill")) === 1);
    first(setup.prefill).healthStatus = 200;
    await until(async () => (await ejected("prefill")) === 0);
  });

  it("ends soon when an engine starts anew at the same address", async () => {
    setup = await setUp({ prefill: 2 });
    const { port } = first(setup.prefill);
    await first(setup.prefill).kill();
    await until(async () => (await ejected("prefill")) === 1);
    const again = await FakeEngine.start("prefill", [], port);
    await until(async () => (await ejected("prefill")) === 0);
    await again.kill();
  });

  it("finds an engine whose /health is good but that generates nothing", async () => {
    const health = {
      intervalSeconds: 0.1,
      timeoutSeconds: 1,
      generationSeconds: 0.1,
      generationTimeoutSeconds: 0.2,
      failures: 3,
      ejectionSeconds: 30,
      longestEjectionSeconds: 30,
    };
    setup = await setUp({ decode: 2, config: { health } });
    first(setup.decode).generationHangs = true;
    await until(async () => (await ejected("decode")) === 1);
    expect((await fetch(`${setup.url}/ready`)).status).toBe(200);
  });
});
