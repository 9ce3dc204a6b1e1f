import { describe, expect, it } from "vitest";
import type { PlatformCacheSpec } from "./aws";
import { planSharedCache } from "./shared";

const model = { source: "Qwen/Qwen3-32B", weightsGiB: 61 };

describe("a cache for several services", () => {
  const shared = (modelCache: PlatformCacheSpec) =>
    planSharedCache(model, undefined, { nodes: {}, modelCache }).problems.map(({ path }) => path);

  it("may be the platform's, if many nodes can mount it", () => {
    expect(shared({ kind: "efs", subnets: [{}] })).toEqual([]);
    expect(shared({ kind: "fsx-lustre" })).toEqual([]);
    expect(shared({ kind: "ebs" })).toEqual(["platform.modelCache"]);
    expect(shared({ kind: "nvme" })).toEqual(["platform.modelCache"]);
    expect(shared({ kind: "ebs", perReplica: false })).toEqual(["platform.modelCache"]);
  });

  it("may be its own, before the platform's", () => {
    const { weights } = planSharedCache(model, { kind: "claim" }, { nodes: {}, modelCache: { kind: "nvme" } });
    expect(weights?.storage).toMatchObject({ kind: "claim" });
  });
});
