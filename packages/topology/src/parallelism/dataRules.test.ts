import { describe, expect, it } from "vitest";
import type { ParallelismArgs } from "./args";
import { dataProblems, dataWarnings, rpcPortProblems } from "./dataRules";

const split = (over: ParallelismArgs = {}, mode?: "internal" | "hybrid"): ParallelismArgs => ({
  data: { size: 16, ...(mode && { loadBalancing: mode }) },
  ...over,
});
const text = (found: { path: string; message: string }[]) => found.map(({ path, message }) => `${path}: ${message}`);

describe("one API for data parallel ranks on several nodes", () => {
  it("is refused of a dense model, whose ranks on other nodes are not waited for, with the ways out", () => {
    for (const mode of [undefined, "internal"] as const) {
      const [found, ...others] = text(dataProblems(split({}, mode), { source: "m", experts: 0 }, 2));
      expect(others).toEqual([]);
      expect(found).toMatch(/^parallelism\.data\.loadBalancing: "internal" has one API for the ranks of all nodes/);
      expect(found).toMatch(
        /Use replicas of one rank instead \(16 for each, .+\), or "hybrid", with an API on each node\.$/,
      );
    }
  });

  it("names no mode that cannot be had: hybrid needs several ranks on a node, and a service that knows several APIs", () => {
    const dense = { source: "m", experts: 0 };
    expect(text(dataProblems(split({ tensor: 8 }), dense, 16)).join()).not.toContain("hybrid");
    expect(text(dataProblems(split(), dense, 2, true)).join()).not.toContain("hybrid");
  });

  it("is warned of where nothing says what the model is", () => {
    expect(dataProblems(split(), { source: "m" }, 2)).toEqual([]);
    expect(text(dataWarnings(split(), { source: "m" }, 2)).join()).toMatch(
      /^parallelism\.data\.loadBalancing: if the model is dense: "internal" has .+ give model\.experts/,
    );
  });

  it("is right for mixtures of experts, on one node, and with an API on each node", () => {
    const quiet: [ParallelismArgs, { source: string; experts?: number }, number][] = [
      [split(), { source: "m", experts: 128 }, 2],
      [split({ expert: {} }), { source: "m" }, 2],
      [split(), { source: "m", experts: 0 }, 1],
      [split({}, "hybrid"), { source: "m", experts: 0 }, 2],
      [{ tensor: 8, data: { size: 1 } }, { source: "m", experts: 0 }, 2],
    ];
    for (const [parallelism, model, nodes] of quiet) {
      expect(dataProblems(parallelism, model, nodes), JSON.stringify(parallelism)).toEqual([]);
      expect(dataWarnings(parallelism, model, nodes), JSON.stringify(parallelism)).toEqual([]);
    }
  });
});

describe("a port where ranks meet", () => {
  const paths = (size: number, nodes: number, mode?: "multi-port", oneApi = false) =>
    rpcPortProblems({ data: { size, rpcPort: 13345, ...(mode && { loadBalancing: mode }) } }, nodes, oneApi).map(
      ({ path }) => path,
    );

  it("is told where nobody does", () => {
    expect(paths(1, 2)).toEqual(["parallelism.data.rpcPort"]);
    expect(paths(4, 1, "multi-port")).toEqual(["parallelism.data.rpcPort"]);
  });

  it("is right where some do, and told of once", () => {
    expect(paths(4, 2)).toEqual([]);
    expect(paths(4, 2, "multi-port")).toEqual([]);
    expect(paths(4, 1, undefined, true)).toEqual([]);
    expect(rpcPortProblems({ data: { size: 1 } }, 2)).toEqual([]);
  });
});
