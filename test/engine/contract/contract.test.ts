import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EngineKind, realEngine, runEngine } from "../real/engine";
import { authCases } from "./authCases";
import { errorCases } from "./errorCases";
import { type Loading, launchLimited, launchPlain, warm } from "./instances";
import { limitCases } from "./limitCases";
import { scrape, shapes } from "./metrics";
import { shapeCases } from "./shapeCases";
import { stopCases } from "./stopCases";
import { streamCases } from "./streamCases";

const { available, reason } = realEngine();
const minutes = 60_000;

/** What each kind's /metrics has shown, to compare. */
const seen = new Map<EngineKind, Map<string, Set<string>>>();

it("the real engine is installed, at least in CI", () => expect(available || !process.env.CI, reason).toBe(true));

describe.each<EngineKind>(["stand-in", "real"])("%s", (kind) => {
  const usable = kind === "stand-in" || available;
  describe.skipIf(!usable)(usable ? "engine" : reason, { timeout: 3 * minutes }, () => {
    let limited: Loading;
    let plain: Loading;

    beforeAll(async () => {
      [limited, plain] = await Promise.all([launchLimited(kind), launchPlain(kind)]);
      await Promise.all([warm(limited, "alpha"), warm(plain, "gamma")]);
    }, 12 * minutes);
    afterAll(async () => {
      await Promise.all([limited, plain].map((loading) => loading?.engine.stop("SIGKILL")));
    }, minutes);

    it("refuses connections while it loads; then /health is 200 from its first answer on", async () => {
      expect(await limited.met).toEqual(["ECONNREFUSED", 200]);
      expect(await plain.met).toEqual(["ECONNREFUSED", 200]);
    });

    it("warns of a variable that it does not know, and goes on", () => {
      expect(plain.engine.logs()).toContain("Unknown Aphrodite environment variable detected: APHRODITE_SERVICE_HOST");
      expect(limited.engine.logs()).not.toContain("Unknown Aphrodite environment variable");
    });

    const limitedEngine = () => limited.engine;
    const plainEngine = () => plain.engine;
    describe("keys", () => authCases(limitedEngine, plainEngine));
    describe("answers", () => shapeCases(limitedEngine));
    describe("streams", () => streamCases(limitedEngine));
    describe("errors", () => errorCases(limitedEngine));
    describe("limits", () => limitCases(limitedEngine));

    it("shows metrics", async () => {
      seen.set(kind, shapes(await scrape(limited.engine)));
      expect(seen.get(kind)?.size).toBeGreaterThan(40);
    });

    describe("stopping", () => stopCases(limitedEngine, plainEngine));
  });

  describe.skipIf(!usable)(usable ? "command line" : reason, { timeout: 6 * minutes, concurrent: true }, () => {
    it("an unknown option: exit 2, with the parser's words", async ({ expect }) => {
      const { code, logs } = await runEngine(kind, ["serve", "m", "--no-such-option", "3"]);
      expect(code).toBe(2);
      expect(logs).toContain("error: unrecognized arguments: --no-such-option 3");
    });

    it("a wrong value: exit 2, with the option's name", async ({ expect }) => {
      const { code, logs } = await runEngine(kind, ["run", "m", "--port", "abc"]);
      expect(code).toBe(2);
      expect(logs).toContain("error: argument --port: invalid int value: 'abc'");
    });

    it("a port from a Kubernetes service link: exit 1", async ({ expect }) => {
      const { code, logs } = await runEngine(kind, ["serve", "m"], { APHRODITE_PORT: "tcp://10.0.0.1:2242" });
      expect(code).toBe(1);
      expect(logs).toContain("APHRODITE_PORT");
    });
  });
});

describe.skipIf(!available)(`metrics of both ${reason}`.trim(), () => {
  it("the stand-in shows no name and no labels that the real engine does not show", () => {
    const real = seen.get("real");
    const invented = [...(seen.get("stand-in") ?? [])].flatMap(([name, combinations]) =>
      [...combinations].filter((labels) => !real?.get(name)?.has(labels)).map((labels) => `${name}{${labels}}`),
    );
    expect(invented).toEqual([]);
    expect(seen.size).toBe(2);
  });
});
