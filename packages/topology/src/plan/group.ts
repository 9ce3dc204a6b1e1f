/** Pods that are one engine: all of them run, or none does. */
export interface GroupPlan {
  /** Pods of the group, each on a node of its own. */
  size: number;
  /** The parallel sizes in a few characters, for names: another layout is another set of pods. */
  layout: string;
  /** Where the first pod listens for the others' processes to meet (`--master-port`). */
  masterPort: number;
  /** Where each pod's supervisor answers those of its peers. */
  supervisorPort: number;
  /** Interface of NCCL and Gloo; null: found at start, as the one on the route to the first pod. */
  interface: string | null;
  api: GroupApi;
  times: GroupTimes;
}

/** Which pods of a group clients may speak to, and where. */
export interface GroupApi {
  /** - `leader`: the first pod only. `every-rank`: each pod has an API of its own. */
  pods: "leader" | "every-rank";
  /** Ports with an API, of each such pod; several where a supervisor of the engine starts a server for each data-parallel rank. */
  ports: number[];
  /** What says that a pod with an API is ready. */
  readiness: { port: number; path: string };
}

/** Times of a group; all in seconds. */
export interface GroupTimes {
  /** How long a pod waits for the others of its group, before anything starts. */
  gatherSeconds: number;
  /** From start to the first answer, once all are there. */
  startSeconds: number;
  /** Between two signs of life that supervisors send each other. */
  heartbeatSeconds: number;
  /** A peer that has been silent that long is lost, and with it the group. */
  silenceSeconds: number;
  /** From a loss to the end of every process of the group: nothing of it can be drained. */
  killSeconds: number;
  /** `--distributed-timeout-seconds`: above the start, in which quick ranks wait for slow ones. */
  distributedSeconds: number;
  /** `--cpu-distributed-timeout-seconds`. */
  cpuDistributedSeconds: number;
}
