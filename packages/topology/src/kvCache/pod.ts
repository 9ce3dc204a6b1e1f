import type { Layout } from "../parallelism";
import type { KVCacheBackendPlan, KVCachePodPlan } from "../plan";
import { lmcacheVariables } from "./lmcache/environment";
import { mooncakeConfigFile } from "./mooncake/configFile";
import { mooncakeVariables } from "./mooncake/environment";

/** What each pod of an engine has of a cache. */
export function podOf(
  backend: KVCacheBackendPlan,
  { namespace, loadFailure }: Pick<KVCachePodPlan, "namespace" | "loadFailure">,
  layout: Layout,
): KVCachePodPlan {
  const ranks = Math.max(1, Math.floor(layout.gpusPerNode));
  const pod = {
    namespace,
    loadFailure,
    memoryGiB: 0,
    sharedMemoryGiB: 0,
    adapters: backend.kind === "mooncake" && backend.protocol === "rdma",
    env: {},
    files: [],
    claimMountPath: null,
  };
  switch (backend.kind) {
    case "mooncake":
      return {
        ...pod,
        memoryGiB: backend.lentGiB + (backend.localBufferMiB * ranks) / 1024,
        env: mooncakeVariables(backend.timeouts),
        files: [mooncakeConfigFile(backend, ranks)],
      };
    case "lmcache":
      return { ...pod, memoryGiB: backend.cpuGiBPerRank * ranks, env: lmcacheVariables(backend, namespace) };
    default:
      return {
        ...pod,
        memoryGiB: backend.cpuGiB,
        sharedMemoryGiB: backend.cpuGiB,
        claimMountPath: backend.kind === "filesystem" ? backend.mountPath : null,
      };
  }
}

/** Bytes of the memory tier of one data parallel rank; those of a pod share what the pod has. */
export const cpuBytesOf = (backend: KVCacheBackendPlan, { dataRanksPerNode }: Layout) =>
  "cpuGiB" in backend ? Math.floor((backend.cpuGiB * 2 ** 30) / dataRanksPerNode) : 0;
