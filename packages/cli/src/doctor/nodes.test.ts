import { describe, expect, it } from "vitest";
import { lostNodes, type Node, withStranded } from "./nodes";
import type { RankPod } from "./pods";

const node = (name: string, ready: string): Node => ({
  metadata: { name },
  status: {
    conditions: [
      { type: "DiskPressure", status: "False" },
      { type: "Ready", status: ready },
    ],
  },
});
const rank = (over: Partial<RankPod>): RankPod => ({
  pod: "big-0",
  rank: 0,
  gpus: 8,
  sharedMemoryGiB: 16,
  rdma: false,
  imageId: "",
  down: "",
  preflight: null,
  node: "a",
  deleted: true,
  ...over,
});
const stranded = (over: Partial<RankPod>) =>
  withStranded([{ name: "big-0", size: 2, ranks: [rank(over)] }], new Set(["a"]))[0]?.ranks[0]?.stranded;

describe("nodes", () => {
  it("are lost where they are not ready, or nobody knows", () => {
    const nodes = [node("a", "Unknown"), node("b", "True"), node("c", "False"), { metadata: { name: "d" } }];
    expect([...lostNodes(nodes)]).toEqual(["a", "c", "d"]);
  });
  it("strand the pods that are to end on them, and no others", () => {
    expect([stranded({}), stranded({ node: "b" }), stranded({ deleted: false })]).toEqual([true, undefined, undefined]);
  });
});
