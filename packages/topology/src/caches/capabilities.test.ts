import { describe, expect, it } from "vitest";
import { planReplicatedService, type ReplicatedServiceSpec } from "../services/replicated";
import type { CompileCacheSpec, ModelCacheSpec } from "./args";

const hub = { source: "Qwen/Qwen3-32B", weightsGiB: 61 };

function planned(caches: { modelCache?: ModelCacheSpec; compileCache?: CompileCacheSpec }, source = hub.source) {
  const spec: ReplicatedServiceSpec = { platform: { nodes: {} }, model: { ...hub, source }, ...caches };
  const { plan, problems } = planReplicatedService("qwen3", spec);
  return { plan, messages: problems.map(({ path, message }) => `${path}: ${message}`) };
}

describe("what a driver's volumes can do", () => {
  const s3 = "s3.csi.aws.com";

  it.each<[string, Parameters<typeof planned>[0], string]>([
    [
      "Mountpoint for S3 is no Hugging Face cache",
      { modelCache: { kind: "claim", driver: s3 } },
      "modelCache: Mountpoint for Amazon S3 cannot rename, lock or link files, and a Hugging Face cache needs that.",
    ],
    [
      "nor one that is filled already",
      { modelCache: { kind: "claim", driver: s3, accessMode: "ReadOnlyMany" } },
      "modelCache: Mountpoint for Amazon S3 cannot rename, lock or link files, and a Hugging Face cache needs that.",
    ],
    [
      "Mountpoint for S3 is no compile cache",
      { compileCache: { kind: "claim-per-pod", driver: s3 } },
      "compileCache: Mountpoint for Amazon S3 cannot rename, lock or link files, and a compile cache needs that.",
    ],
    [
      "EBS is not for many nodes",
      { modelCache: { kind: "claim", driver: "ebs.csi.aws.com", accessMode: "ReadWriteMany" } },
      "modelCache.accessMode: a volume of the driver ebs.csi.aws.com is mounted by one node.",
    ],
  ])("%s", (_, caches, start) => {
    const { messages } = planned(caches);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.startsWith(start), messages[0]).toBe(true);
  });

  it("Mountpoint for S3 may hold a model as a folder", () => {
    expect(planned({ modelCache: { kind: "claim", driver: s3 } }, "/models/qwen").messages).toEqual([]);
  });

  it.each([
    ["efs.csi.aws.com", "ReadWriteMany", 500],
    ["fsx.csi.aws.com", "ReadWriteMany", null],
    ["ebs.csi.aws.com", "ReadWriteOnce", 125],
    ["nfs.csi.k8s.io", "ReadWriteMany", null],
    [undefined, "ReadWriteMany", null],
  ])("%s: %s by default, at %s MiB/s", (driver, accessMode, throughputMiBps) => {
    const { plan } = planned({ modelCache: { kind: "claim", driver } });
    expect(plan?.caches.weights).toMatchObject({ accessMode, storage: { throughputMiBps } });
    expect(plan?.timings.startup.loadSeconds).toBe(Math.ceil((61 * 1024) / (throughputMiBps ?? 125)));
  });
});
