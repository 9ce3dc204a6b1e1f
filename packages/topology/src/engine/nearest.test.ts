import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { didYouMean, nearest } from "./nearest";
import { optionNames } from "./options";

describe("nearest", () => {
  it.each([
    ["max-model-length", "max-model-len"],
    ["tensor-parallel", "tensor-parallel-size"],
    ["gpu-memory", "gpu-memory-utilization"],
    ["--max_num_seq", "max-num-seqs"],
    ["parallel-tensor-size", "tensor-parallel-size"],
    ["size-parallel-pipeline", "pipeline-parallel-size"],
    ["prefix-caching", "enable-prefix-caching"],
    ["dtpye", "dtype"],
    ["enable-chunked-prefil", "enable-chunked-prefill"],
    ["quantisation", "quantization"],
  ])("%s is nearest to %s", (name, option) => {
    expect(nearest(name, optionNames())[0]).toBe(option);
  });

  it.each(["banana", "zzzzzz", "", "--", "foo-bar-baz"])("nothing is near %j", (name) => {
    expect(nearest(name, optionNames(), 3)).toEqual([]);
  });

  it("gives at most max names, best first, and only those about as near as the best", () => {
    const near = nearest("parallel-size", optionNames(), 3);
    expect(near).toHaveLength(3);
    expect(near[0]).toBe("data-parallel-size");
    expect(nearest("max-model-length", optionNames(), 3)).toEqual(["max-model-len"]);
    expect(nearest("replica", ["replicas", "replica"], 2)).toEqual(["replica"]);
  });

  it("finds every name itself, and through one slip", () => {
    fc.assert(
      fc.property(fc.constantFrom(...optionNames().filter((n) => n.length > 4)), fc.nat(), (name, at) => {
        expect(nearest(name, optionNames())).toEqual([name]);
        const cut = at % name.length;
        const slip = name.slice(0, cut) + name.slice(cut + 1);
        expect(nearest(slip, optionNames(), 3).length).toBeGreaterThan(0);
      }),
    );
  });

  it("names nothing but candidates, each once", () => {
    const words = fc.array(fc.string({ maxLength: 12 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), words, (name, candidates) => {
        const near = nearest(name, candidates, 3);
        expect(near.length).toBeLessThanOrEqual(3);
        expect(new Set(near).size).toBe(near.length);
        for (const n of near) expect(candidates).toContain(n);
      }),
    );
  });
});

describe("didYouMean", () => {
  it("asks with one name or several, and is silent without", () => {
    expect(didYouMean([])).toBe("");
    expect(didYouMean(["a"])).toBe('Did you mean "a"?');
    expect(didYouMean(["a", "b"])).toBe('Did you mean "a" or "b"?');
  });
});
