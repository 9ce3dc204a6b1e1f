import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ParallelismArgs } from "./args";
import { layoutOf } from "./layout";
import { nodesProblems, nodesWarnings } from "./nodes";

const size = fc.constantFrom(1, 2, 3, 4, 6, 8, 16);
const nodes = fc.integer({ min: 2, max: 16 });
const parallelism = fc.record({
  tensor: size,
  pipeline: size,
  prefillContext: fc.constantFrom(1, 1, 2),
  data: fc.record({ size: fc.constantFrom(1, 1, 2, 3, 4) }),
});

describe("an engine on several nodes", () => {
  it("has GPUs for every parallel size, whatever the nodes", () => {
    fc.assert(
      fc.property(parallelism, nodes, (split, count) => {
        const { worldSize, gpusPerNode, gpusPerDataRank } = layoutOf(split, count);
        expect(worldSize).toBe(split.tensor * split.pipeline * split.prefillContext * split.data.size);
        expect(worldSize).toBe(gpusPerDataRank * split.data.size);
        expect(gpusPerNode * count).toBeCloseTo(worldSize, 9);
      }),
    );
  });

  it("is accepted exactly when every node has as many GPUs, which a node has, and no group is torn", () => {
    let fine = 0;
    let advised = 0;
    fc.assert(
      fc.property(parallelism, nodes, fc.constantFrom(null, 4, 8), (split, count, gpus) => {
        const { worldSize, gpusPerDataRank } = layoutOf(split, count);
        const share = worldSize / count;
        const expected =
          Number.isInteger(share) &&
          (gpus === null || gpus % share === 0) &&
          share % split.tensor === 0 &&
          (split.data.size === 1 || share % gpusPerDataRank === 0 || gpusPerDataRank % share === 0);
        fine += expected ? 1 : 0;
        const problems = nodesProblems(split, count, { gpusPerNode: gpus }, null);
        expect(problems.length === 0, JSON.stringify(problems)).toBe(expected);
        // a number of nodes that is named passes the rules itself
        for (const { message } of problems) {
          const named = /nodesPerReplica: (\d+)/.exec(message)?.[1];
          if (named === undefined) continue;
          advised += 1;
          expect(nodesProblems(split, Number(named), { gpusPerNode: gpus }, null), message).toEqual([]);
        }
      }),
      { numRuns: 2000, seed: 7 },
    );
    expect(fine).toBeGreaterThan(50);
    expect(advised).toBeGreaterThan(50);
  });

  it("is told of the number that makes it right: nodes, one node, or else a parallel size", () => {
    const told = (...[split, count, gpusPerNode]: [ParallelismArgs, number, number]) =>
      nodesProblems(split, count, { gpusPerNode }, null).map(({ message }) => /Use (.+)\.$/.exec(message)?.[1]);
    expect(told({ tensor: 8, pipeline: 4 }, 3, 8)).toEqual(["nodesPerReplica: 4"]);
    expect(told({ tensor: 8 }, 3, 8)).toEqual(["a ReplicatedService, whose engines are on 1 node"]);
    expect(told({ tensor: 8 }, 2, 8)).toEqual([
      "a ReplicatedService, whose engines are on 1 node, or tensor: 4 with pipeline: 2, or allowCrossNodeTensorParallel: true",
    ]);
    expect(told({ tensor: 6, pipeline: 4 }, 4, 8)).toEqual(["parallelism.tensor: 8"]);
    expect(nodesProblems({ tensor: 8, pipeline: 4 }, 4, { gpusPerNode: 8 }, null)).toEqual([]);
    const alone: ParallelismArgs = { tensor: 8, pipeline: 2, data: { size: 1, loadBalancing: "hybrid" } };
    expect(nodesProblems(alone, 3, { gpusPerNode: 8, model: { source: "m" } }, null)[0]?.message).toContain(
      "Use nodesPerReplica: 2.",
    );
    expect(nodesProblems({ tensor: 8 }, 3, { gpusPerNode: 8, oneApi: true }, null)[0]?.message).toContain(
      "Use nodesPerReplica: 1.",
    );
  });

  it("may have torn tensor parallel groups where that is wanted, with a warning", () => {
    fc.assert(
      fc.property(fc.constantFrom(2, 4, 8, 16), (count) => {
        const split = { tensor: 16, allowCrossNodeTensorParallel: true };
        expect(nodesProblems(split, count, { gpusPerNode: 16 / count }, null)).toEqual([]);
        expect(nodesWarnings(split, count, { gpusPerNode: 16 / count }).map(({ path }) => path)).toEqual([
          "parallelism.allowCrossNodeTensorParallel",
        ]);
      }),
    );
  });

  it("is told where nothing crosses although it may", () => {
    const warnings = nodesWarnings({ tensor: 8, pipeline: 2, allowCrossNodeTensorParallel: true }, 2, {
      gpusPerNode: 8,
    });
    expect(warnings.map(({ message }) => message)).toEqual([
      "has no effect: 8 tensor parallel ranks fit the 8 GPUs of a node. Leave it out.",
    ]);
    expect(nodesWarnings({ tensor: 8, pipeline: 2 }, 2, { gpusPerNode: 8 })).toEqual([]);
  });

  it("is warned of GPUs that stay idle", () =>
    expect(nodesWarnings({ tensor: 4, pipeline: 2 }, 2, { gpusPerNode: 8 })[0]?.message).toBe(
      "the engine uses 4 of the 8 GPUs of each node; the rest is idle unless other pods take it. Fewer nodes would do: a ReplicatedService, whose engines are on 1 node.",
    ));
});
