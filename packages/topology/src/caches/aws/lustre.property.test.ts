import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planStorage } from "./alone";
import { nextSize } from "./lustre";

const sizes = fc.constantFrom(1200, 2400, 4800, 7200, 24_000, 100_800);

describe("any file system of FSx for Lustre", () => {
  it("has what was asked, by the least step that gives it", () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 1000 }), (sizeGiB, perTiB) => {
        const throughputMBps = (perTiB * sizeGiB) / 1000;
        const { storage } = planStorage({ kind: "fsx-lustre", sizeGiB, throughputMBps });
        if (storage?.kind !== "fsx-lustre" || storage.perUnitMBps === null) throw new Error("no plan");
        expect(storage.totalMBps).toBeGreaterThanOrEqual(throughputMBps);
        expect([125, 250, 500, 1000]).toContain(storage.perUnitMBps);
        if (storage.perUnitMBps > 125)
          expect(((storage.perUnitMBps / 2) * sizeGiB) / 1000).toBeLessThan(throughputMBps);
      }),
    );
  });

  it("that cannot be made is told the sizes that can", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (sizeGiB) => {
        const next = nextSize(sizeGiB);
        expect(next).toBeGreaterThanOrEqual(sizeGiB);
        expect(planStorage({ kind: "fsx-lustre", sizeGiB: next }).problems).toEqual([]);
        const told = planStorage({ kind: "fsx-lustre", sizeGiB }).problems.map(({ message }) => message);
        expect(told).toHaveLength(next === sizeGiB ? 0 : 1);
        for (const message of told) {
          const ways = message.slice(message.indexOf("Use ")).match(/\d+/g)?.map(Number) ?? [];
          expect(ways[0]).toBe(next);
          for (const way of ways) expect(planStorage({ kind: "fsx-lustre", sizeGiB: way }).problems).toEqual([]);
        }
      }),
    );
  });

  it("asked for more than it has is told a size that has it", () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 50_000 }), (sizeGiB, more) => {
        const throughputMBps = sizeGiB + more;
        const [problem] = planStorage({ kind: "fsx-lustre", sizeGiB, throughputMBps }).problems;
        const way = Number(problem?.message.match(/sizeGiB: (\d+)/)?.[1]);
        expect(planStorage({ kind: "fsx-lustre", sizeGiB: way, throughputMBps }).problems).toEqual([]);
      }),
    );
  });
});
