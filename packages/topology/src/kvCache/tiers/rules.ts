import { capabilitiesOf, unfit } from "../../caches/capabilities";
import type { Problem } from "../../plan";
import type { CpuCacheSpec, FilesystemCacheSpec, ObjectStoreCacheSpec } from "./args";

type TierSpec = FilesystemCacheSpec | ObjectStoreCacheSpec | CpuCacheSpec;

/** What of a tier's arguments cannot stand together. */
export function tierProblems(spec: TierSpec): Problem[] {
  if (spec.kind === "filesystem") return driverProblems(spec);
  if (spec.kind === "object-store" && spec.expiry === "by-owner" && spec.expiryDays !== undefined) {
    return [
      {
        path: "backend.expiryDays",
        value: spec.expiryDays,
        message: `has no effect with expiry "by-owner". Either expiry: "lifecycle-rule", or leave it out.`,
      },
    ];
  }
  return [];
}

function driverProblems({ driver }: FilesystemCacheSpec): Problem[] {
  if (driver === undefined) return [];
  const path = "backend.driver";
  if (!capabilitiesOf(driver).readWriteMany) {
    const message = `volumes of ${driver} are mounted by one node, and engines on several share the cache. Either a claim of EFS or FSx for Lustre, or kind: "cpu".`;
    return [{ path, value: driver, message }];
  }
  const lacks = unfit("a cache of KV blocks", driver);
  if (lacks === undefined) return [];
  return [
    { path, value: driver, message: `${lacks} Either kind: "object-store", or a claim of EFS or FSx for Lustre.` },
  ];
}

/** What works, but may not be meant. */
export function tierWarnings(spec: TierSpec): Problem[] {
  if (spec.kind === "cpu") {
    return [
      {
        path: "backend.kind",
        value: spec.kind,
        message:
          'each engine pod has a cache of its own, which no other engine sees and which goes with the pod. Use kind: "mooncake" to share entries.',
      },
    ];
  }
  if (spec.kind === "object-store" && spec.endpoint?.startsWith("http:")) {
    return [
      {
        path: "backend.endpoint",
        value: spec.endpoint,
        message:
          "KV caches, from which prompts can be recovered, go over the network unencrypted. Use https unless the network is trusted.",
      },
    ];
  }
  return [];
}
