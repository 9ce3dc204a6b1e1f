import type { StoragePlan } from "./storage";

/** Where weights and compiled kernels live. */
export interface CachePlan {
  weights: WeightsPlan;
  compile:
    | { kind: "claim-per-pod"; sizeGiB: number; storageClass?: string; driver?: string }
    | { kind: "ephemeral"; sizeGiB: number };
}

/** - `shared`: one claim, filled once by a Job, read-only in engines.
 *  - `per-replica`: a claim for each engine pod, filled by its init container.
 *  - `ephemeral`: the pod's own disk, filled at each start.
 *  - `streamed`: engines read them from an object store; nothing is mounted. */
export interface WeightsPlan {
  kind: "shared" | "per-replica" | "ephemeral" | "streamed";
  /** What holds them, and what that can do. */
  storage: StoragePlan;
  /** Name of a claim that exists already. */
  existingClaim: boolean;
  accessMode: "ReadWriteMany" | "ReadWriteOnce" | "ReadOnlyMany" | null;
  sizeGiB: number | null;
  storageClass?: string;
  /** Whether the library fetches the model; false for a path inside the cache. */
  fetch: boolean;
  /** Identifies model and revision; names the fetch Job and its completion mark. */
  fetchId: string;
  /** Longest time for a fetch. */
  fetchSeconds: number;
  /** Engines read without a network when the weights were fetched before. */
  offline: boolean;
}
