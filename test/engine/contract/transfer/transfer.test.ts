import { afterAll, beforeAll, describe } from "vitest";
import { type EngineKind, realEngine } from "../../real/engine";
import { apiCases } from "./apiCases";
import { lossCases } from "./lossCases";
import { type Pair, startPair, stopPair } from "./pair";
import { readCases } from "./readCases";

const { available, reason } = realEngine();
const minutes = 60_000;

describe.each<EngineKind>(["stand-in", "real"])("KV transfer of two %s engines", (kind) => {
  const usable = kind === "stand-in" || available;
  describe.skipIf(!usable)(usable ? "pair" : reason, { timeout: 3 * minutes }, () => {
    let pair: Pair;
    beforeAll(async () => {
      pair = await startPair(kind);
    }, 12 * minutes);
    afterAll(async () => {
      if (pair) await stopPair(pair);
    }, minutes);

    const given = () => pair;
    describe("reading", () => readCases(given));
    describe("APIs", () => apiCases(given));
    describe("losing", () => lossCases(given));
  });
});
