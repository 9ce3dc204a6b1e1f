import { describe, expect, it } from "vitest";
import { screenOf } from "../terminal/screen";
import { compareRanks } from "./compare";
import type { RankReport } from "./examine";
import { renderGroup } from "./render";

const rank = (number: number, over: Partial<RankReport> = {}): RankReport => ({
  pod: `big-0${number === 0 ? "" : `-${number}`}`,
  rank: number,
  imageId: "sha256:a",
  checks: [{ verdict: "ok", name: "GPUs", seen: "8 of 8 visible", todo: "" }],
  mtu: 9001,
  clock: 0,
  ...over,
});
const compared = (...ranks: RankReport[]) =>
  compareRanks({ name: "big-0", size: 2, ranks: [] }, ranks).map(
    ({ verdict, name, seen }) => `${verdict} ${name}: ${seen}`,
  );

describe("ranks beside each other", () => {
  it("are alike", () => {
    expect(compared(rank(0), rank(1, { clock: 0.5 }))).toEqual([
      "ok ranks: all 2 have a pod",
      "ok image: sha256:a",
      "ok MTU: 9001",
      "ok clocks: within 0.50 s",
    ]);
  });
  it("are missing", () => expect(compared(rank(1))[0]).toBe("fail ranks: no pod for 0 of 2"));
  it("have other images", () =>
    expect(compared(rank(0), rank(1, { imageId: "sha256:b" }))[1]).toBe("fail image: sha256:a on 0; sha256:b on 1"));
  it("have other MTUs", () =>
    expect(compared(rank(0), rank(1, { mtu: 1500 }))[2]).toBe("warn MTU: 9001 on 0; 1500 on 1"));
  it("have clocks that are further from each other than from rank 0's", () =>
    expect(compared(rank(0, { clock: -1.5 }), rank(1, { clock: 1.5 }))[3]).toBe("warn clocks: within 3.00 s"));
  it("are not known", () => {
    const unknown = { imageId: "", mtu: null, clock: null };
    expect(compared(rank(0, unknown), rank(1, unknown)).slice(1)).toEqual(
      ["image", "MTU", "clocks"].map((name) => `warn ${name}: not known of any rank`),
    );
  });
});

describe("a group's table", () => {
  it("has a row for each rank, then what is not in order", () => {
    const todo = "let the pod ask for 8 GPUs";
    const bad = rank(1, { checks: [{ verdict: "fail", name: "GPUs", seen: "7 of 8 visible", todo }] });
    const between = compareRanks({ name: "big-0", size: 2, ranks: [] }, [rank(0), bad]);
    expect(renderGroup({ name: "big-0", ranks: [rank(0), bad], between }, screenOf({})).split("\n")).toEqual([
      "big-0",
      "  rank  pod      GPUs",
      "  0     big-0    ok",
      "  1     big-0-1  fail",
      "",
      "  fail  rank 1, GPUs: 7 of 8 visible → let the pod ask for 8 GPUs",
      "  ok    all ranks, ranks: all 2 have a pod",
      "  ok    all ranks, image: sha256:a",
      "  ok    all ranks, MTU: 9001",
      "  ok    all ranks, clocks: within 0.00 s",
    ]);
  });
});
