import type { GroupPlan } from "./group";

/** Interchangeable engines of one role. */
export interface PoolPlan {
  role: "serve" | "prefill" | "decode";
  replicas: number;
  /** GPUs of one engine, over all its ranks. */
  gpusPerEngine: number;
  worldSize: number;
  /** The pods of one engine; rank 0 has the API. */
  ranks: RankPlan[];
  /** How the pods of one engine are held together; absent where an engine is one pod. */
  group?: GroupPlan;
  /** GPU nodes that the pool fills; null where GPUs per node are not known. */
  nodes: number | null;
  instanceType: string | null;
  usdPerHour: number | null;
  httpPort: number;
  probes: ProbesPlan;
}

/** When a pod counts as started, ready and alive. */
export interface ProbesPlan {
  startup: ProbePlan;
  readiness: ProbePlan;
  liveness: ProbePlan;
}

export interface ProbePlan {
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
  /** Seconds that a container has to end when this probe has failed; none for readiness, which ends nothing. */
  terminationGracePeriodSeconds?: number;
}

/** One pod of an engine. */
export interface RankPlan {
  rank: number;
  /** The command, from `aphrodite` on. */
  argv: string[];
  /** Environment with plain values; keys and pod addresses come by reference. */
  env: Record<string, string>;
  gpus: number;
  resources: ResourcePlan;
}

/** CPU and memory of one engine pod. */
export interface ResourcePlan {
  cpuRequest: number;
  memoryRequestGiB: number;
  /** null: no limit, because the node's memory is not known. */
  memoryLimitGiB: number | null;
  /** /dev/shm, in memory and counted within the limit. */
  sharedMemoryGiB: number;
}
