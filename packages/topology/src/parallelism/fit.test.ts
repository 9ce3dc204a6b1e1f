import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findInstance } from "../hardware";
import { fitProblems } from "./fit";
import { gpusOf } from "./layout";

const gpus = fc.integer({ min: 1, max: 64 });
const text = (...args: Parameters<typeof fitProblems>) => fitProblems(...args).map((p) => `${p.path}: ${p.message}`);

describe("an engine on a node", () => {
  it("has tensor × pipeline GPUs", () => {
    expect(gpusOf({})).toBe(1);
    fc.assert(fc.property(gpus, gpus, (tensor, pipeline) => gpusOf({ tensor, pipeline }) === tensor * pipeline));
  });

  it("fits exactly when its GPUs divide the node's, for all inputs", () => {
    fc.assert(
      fc.property(gpus, gpus, gpus, (tensor, pipeline, node) => {
        const problems = fitProblems({ tensor, pipeline }, node, null);
        expect(problems.length === 0).toBe(node % (tensor * pipeline) === 0);
      }),
    );
  });

  it("is not judged when the node is not known", () => expect(fitProblems({ tensor: 8 }, null, null)).toEqual([]));

  it("names larger types, or sizes that divide", () => {
    const small = findInstance("g6.2xlarge") ?? null;
    const [larger] = text({ tensor: 8 }, 1, small);
    expect(larger).toMatch(
      /^parallelism.tensor: 8 GPUs per engine, but a g6.2xlarge node has 1. Use an instance type with 8 GPUs \(.+\), or tensor: 1.$/,
    );
    expect(text({ tensor: 3 }, 8, null)).toEqual([
      "parallelism.tensor: 3 GPUs per engine do not divide the 8 of a node: 2 would stay idle. Use 1, 2, 4 or 8 GPUs per engine.",
    ]);
    expect(text({ pipeline: 2 }, 1, null)[0]).toContain("parallelism.pipeline");
  });
});
