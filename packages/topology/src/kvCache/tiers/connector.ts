import { kvCacheBucket } from "../../engine/placeholders";
import type { CpuCachePlan, FilesystemCachePlan, ObjectStoreCachePlan } from "../../plan";

type Tiers = CpuCachePlan | FilesystemCachePlan | ObjectStoreCachePlan;

/** Name and settings of the engine's own connector; `cpuBytes` is the memory tier of one data parallel rank, over all its GPUs. */
export function offloadingConnector(plan: Tiers, namespace: string, cpuBytes: number) {
  if (plan.kind === "cpu") return { cpu_bytes_to_use: cpuBytes };
  return {
    spec_name: "TieringOffloadingSpec",
    cpu_bytes_to_use: cpuBytes,
    secondary_tiers: [plan.kind === "filesystem" ? folderTier(plan, namespace) : objectTier(plan, namespace)],
  };
}

const folderTier = ({ rootDir, threads }: FilesystemCachePlan, namespace: string) => ({
  type: "fs",
  root_dir: `${rootDir}/${namespace}`,
  n_read_threads: threads.read,
  n_write_threads: threads.write,
});

const objectTier = ({ endpoint, region, scheme, prefix, ioThreads }: ObjectStoreCachePlan, namespace: string) => ({
  type: "obj",
  // without keys: the pod's service account has the role
  store_config: { bucket: kvCacheBucket, endpoint_override: endpoint, region, scheme },
  prefix: `${prefix}/${namespace}`,
  io_threads: ioThreads,
});
