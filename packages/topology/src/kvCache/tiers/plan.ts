import type { CpuCachePlan, Explanations, FilesystemCachePlan, ObjectStoreCachePlan } from "../../plan";
import type { CpuCacheSpec, FilesystemCacheSpec, ObjectStoreCacheSpec } from "./args";
import { cleaningSchedule, filesystemMount, ioThreads, threads } from "./settings";

/** A claim that all engines mount, and what cleans it. */
export function planFilesystem(spec: FilesystemCacheSpec, id: string, why: Explanations): FilesystemCachePlan {
  return {
    kind: "filesystem",
    cpuGiB: spec.cpuGiB,
    mountPath: filesystemMount,
    rootDir: `${filesystemMount}/${id}`,
    threads: { ...threads },
    cleaning: {
      schedule: cleaningSchedule,
      keepHours: why.because(
        "backend.cleaning.keepHours",
        spec.keepHours ?? 168,
        spec.keepHours === undefined ? "a week; reading an entry does not keep it" : "as given",
        "backend.keepHours",
      ),
      maxGiB: why.because(
        "backend.cleaning.maxGiB",
        spec.maxGiB,
        "as given; the engine itself removes nothing",
        "backend.maxGiB",
      ),
      resources: { cpu: 1, memoryGiB: 1 },
    },
  };
}

/** Objects in a bucket, and what removes them. */
export function planObjectStore(spec: ObjectStoreCacheSpec, id: string, why: Explanations): ObjectStoreCachePlan {
  const endpoint = why.because(
    "backend.endpoint",
    spec.endpoint ??
      `https://s3.${spec.region}.${spec.region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com"}`,
    spec.endpoint === undefined ? "Amazon S3 in backend.region: the engine wants an address" : "as given",
    "backend.endpoint",
  );
  return {
    kind: "object-store",
    cpuGiB: spec.cpuGiB,
    region: spec.region,
    endpoint,
    scheme: endpoint.startsWith("http:") ? "http" : "https",
    prefix: `${spec.prefix ?? "kv-cache"}/${id}`,
    ioThreads,
    expiry: {
      by: spec.expiry ?? "lifecycle-rule",
      days: why.because(
        "backend.expiry.days",
        spec.expiryDays ?? 7,
        spec.expiryDays === undefined ? "a week; the engine itself removes nothing" : "as given",
        "backend.expiryDays",
      ),
    },
  };
}

export const planCpu = ({ cpuGiB }: CpuCacheSpec): CpuCachePlan => ({ kind: "cpu", cpuGiB });
