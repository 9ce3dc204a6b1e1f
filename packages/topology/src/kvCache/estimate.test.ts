import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Explanations } from "../plan";
import type { KVCacheSpec } from "./args";
import { planEstimate } from "./estimate";
import { bytesPerToken, shapeProblems } from "./shape";

const spec = (over: Partial<KVCacheSpec> = {}): KVCacheSpec => ({
  model: { source: "m/m", shape: { layers: 36, kvHeads: 8, headDim: 128 } },
  backend: { kind: "mooncake", memoryGiB: 64 },
  network: { gbps: 100 },
  prefillTokensPerSecond: 10_000,
  ...over,
});
const estimate = (over: Partial<KVCacheSpec> = {}, capacity: number | null = 64) =>
  planEstimate(spec(over), capacity, new Explanations());

describe("bytes of a token", () => {
  it("are those of keys and values of every layer", () => {
    expect(bytesPerToken({ layers: 36, kvHeads: 8, headDim: 128 }, {})).toBe(147_456);
    expect(bytesPerToken({ layers: 80, kvHeads: 8, headDim: 128 }, {})).toBe(327_680);
  });
  it("are those of the latent where the model has one", () => {
    expect(bytesPerToken({ layers: 61, latentDim: 576 }, {})).toBe(70_272);
  });
  it.each([
    [{ kvCacheDtype: "fp8" }, 1],
    [{ kvCacheDtype: "fp8_e4m3", dtype: "float32" }, 1],
    [{ kvCacheDtype: "auto", dtype: "float32" }, 4],
    [{ dtype: "bfloat16" }, 2],
  ])("follow the type: %o", (engine, bytes) => {
    expect(bytesPerToken({ layers: 1, kvHeads: 1, headDim: 1 }, engine)).toBe(2 * bytes);
  });
  it("are not known of types that keep scales beside", () => {
    const engine = { kvCacheDtype: "int4_per_token_head" };
    expect(bytesPerToken({ layers: 1, kvHeads: 1, headDim: 1 }, engine)).toBeNull();
    expect(estimate({ engine })).toMatchObject({ hit: null, missing: ["model.shape.dtypeBytes"] });
  });
  it("are as stated", () => {
    expect(bytesPerToken({ layers: 1, kvHeads: 1, headDim: 1, dtypeBytes: 0.5 }, { dtype: "float32" })).toBe(1);
  });
});

it("a shape is stated in one way and wholly", () => {
  expect(shapeProblems({ layers: 1, kvHeads: 8, headDim: 128 })).toEqual([]);
  expect(shapeProblems({ layers: 1, latentDim: 576 })).toEqual([]);
  expect(shapeProblems({ layers: 1, kvHeads: 8 })[0]?.message).toContain("Give kvHeads and headDim");
  expect(shapeProblems({ layers: 1, kvHeads: 8, latentDim: 1 })[0]?.message).toContain("latentDim alone");
});

describe("whether a hit pays", () => {
  it("is network time against prefill time", () => {
    expect(estimate()).toEqual({
      bytesPerToken: 147_456,
      capacityTokens: 466_033,
      hit: { tokens: 8192, networkSeconds: 0.0966, prefillSeconds: 0.819, pays: true },
      missing: [],
    });
    expect(estimate({ network: { gbps: 10 } }).hit).toMatchObject({ networkSeconds: 0.966, pays: false });
  });
  it("does not get worse with a quicker network or a slower engine", () => {
    const positive = fc.double({ min: 0.1, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(positive, positive, fc.double({ min: 1, max: 10, noNaN: true }), (gbps, rate, factor) => {
        const pays = (g: number, r: number) => estimate({ network: { gbps: g }, prefillTokensPerSecond: r }).hit?.pays;
        if (pays(gbps, rate)) {
          expect(pays(gbps * factor, rate)).toBe(true);
          expect(pays(gbps, rate / factor)).toBe(true);
        }
      }),
    );
  });
  it("is not known without numbers, and says which", () => {
    expect(estimate({ model: { source: "m/m" }, network: undefined })).toEqual({
      bytesPerToken: null,
      capacityTokens: null,
      hit: null,
      missing: ["model.shape", "network.gbps"],
    });
    expect(estimate({ prefillTokensPerSecond: undefined })).toMatchObject({
      hit: null,
      missing: ["prefillTokensPerSecond"],
    });
  });
  it("is not asked of memory in the engine's own pod", () => {
    expect(estimate({ backend: { kind: "cpu", cpuGiB: 8 } }, null)).toMatchObject({
      hit: null,
      missing: [],
      capacityTokens: null,
    });
  });
});
