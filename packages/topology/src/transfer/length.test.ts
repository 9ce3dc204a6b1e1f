import { describe, expect, it } from "vitest";
import { gpusOfWeights, layoutOf, type ParallelismArgs } from "../parallelism";
import type { ModelPlan } from "../plan";
import { lengthProblems } from "./rules";

const room = (parallelism: ParallelismArgs) => ({
  gpuMemoryGiB: 80,
  utilization: undefined,
  gpusOfWeights: gpusOfWeights(parallelism),
  gpusPerDataRank: layoutOf(parallelism).gpusPerDataRank,
});
const told = (prefill: ParallelismArgs, decode: ParallelismArgs) =>
  lengthProblems({ maxLength: "auto" } as ModelPlan, room(prefill), room(decode)).map(({ message }) => message);

describe("lengths that each side finds for itself", () => {
  it("are equal where the GPUs of a rank and of its weights are, whatever the number of ranks", () => {
    expect(told({ tensor: 8 }, { tensor: 8 })).toEqual([]);
    expect(told({ tensor: 8 }, { tensor: 8, data: { size: 2 } })).toEqual([]);
  });

  it("are not where as many GPUs are split another way", () => {
    expect(told({ tensor: 8, pipeline: 2 }, { tensor: 8, data: { size: 2 } })).toEqual([
      expect.stringContaining("prefill has 16 GPUs for a copy of the weights and decode 8"),
    ]);
    expect(told({ tensor: 8, pipeline: 2, expert: {} }, { tensor: 8, data: { size: 2 }, expert: {} })).toEqual([
      expect.stringContaining("prefill has 16 GPUs for a data parallel rank and decode 8"),
    ]);
  });
});
