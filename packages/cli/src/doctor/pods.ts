/** What doctor reads of a pod, as Kubernetes' API has it. */
export interface Pod {
  metadata: {
    name: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    deletionTimestamp?: string;
  };
  spec: {
    nodeName?: string;
    initContainers?: Container[];
    containers: Container[];
    volumes?: { name: string; emptyDir?: { sizeLimit?: string } }[];
  };
  status?: {
    phase?: string;
    conditions?: { type: string; status: string; message?: string }[];
    initContainerStatuses?: ContainerStatus[];
    containerStatuses?: ContainerStatus[];
  };
}

interface ContainerStatus {
  name: string;
  imageID?: string;
  state?: Record<string, State>;
  lastState?: Record<string, State>;
}

interface Container {
  name: string;
  args?: string[];
  resources?: { limits?: Record<string, string> };
}

interface State {
  reason?: string;
  message?: string;
  exitCode?: number;
}

/** A rank of a group, as far as the cluster's API tells. */
export interface RankPod {
  pod: string;
  rank: number;
  gpus: number;
  sharedMemoryGiB: number;
  /** Whether it has adapters that bypass the kernel. */
  rdma: boolean;
  /** Digest of the engine's image on its node; empty where it does not run. */
  imageId: string;
  /** Why the engine's container does not run; empty if it does. */
  down: string;
  /** The last words of a preflight that failed; "running" while one runs, or stays so that its log can be read. */
  preflight: { failed: string } | "running" | null;
  /** Name of its node; empty before it has one. */
  node: string;
  /** Whether it is to end. */
  deleted: boolean;
  /** It is to end, and its node is lost. */
  stranded?: true;
}

/** The pods of one engine. */
export interface GroupOfPods {
  name: string;
  size: number;
  ranks: RankPod[];
}

const lws = "leaderworkerset.sigs.k8s.io";

/** The groups among the pods of a service, and their ranks in order. */
export function groupsOf(pods: readonly Pod[]): GroupOfPods[] {
  const groups = new Map<string, GroupOfPods>();
  for (const { metadata, spec, status } of pods) {
    const label = (name: string) => metadata.labels?.[`${lws}/${name}`];
    const rank = Number(label("worker-index") ?? Number.NaN);
    if (Number.isNaN(rank)) continue;
    const name = `${label("name")}-${label("group-index")}`;
    const size = Number(metadata.annotations?.[`${lws}/size`] ?? 0);
    const group = groups.get(name) ?? { name, size, ranks: [] };
    group.ranks.push(rankOf({ metadata, spec, status }, rank));
    groups.set(name, group);
  }
  for (const { ranks } of groups.values()) ranks.sort((a, b) => a.rank - b.rank);
  return [...groups.values()].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

function rankOf({ metadata, spec, status }: Pod, rank: number): RankPod {
  const limits = spec.containers.find(({ name }) => name === "engine")?.resources?.limits ?? {};
  const engine = status?.containerStatuses?.find(({ name }) => name === "engine");
  const before = spec.initContainers?.find(({ name }) => name === "preflight")?.args ?? [];
  const gpu = Object.entries(limits).find(([name]) => /\/(gpu|mig-)/.test(name));
  return {
    pod: metadata.name,
    rank,
    gpus: Number(gpu?.[1] ?? 0),
    sharedMemoryGiB: gibOf(spec.volumes?.find(({ name }) => name === "shm")?.emptyDir?.sizeLimit),
    rdma: before.slice(0, before.indexOf("--")).includes("--rdma"),
    imageId: engine?.imageID ?? "",
    down: engine?.state?.running ? "" : reasonOf(status, engine?.state, engine?.lastState),
    preflight: engine?.state?.running ? null : preflightOf(status),
    node: spec.nodeName ?? "",
    deleted: metadata.deletionTimestamp !== undefined,
  };
}

function preflightOf(status: Pod["status"]): RankPod["preflight"] {
  const { state, lastState } = status?.initContainerStatuses?.find(({ name }) => name === "preflight") ?? {};
  if (state?.running) return "running";
  const { exitCode = 0, message, reason } = (state?.terminated ?? lastState?.terminated) || {};
  return exitCode === 0 ? null : { failed: message ?? `${reason ?? "it ended"} with ${exitCode}` };
}

/** Why a container does not run: what its supervisor said last, else what Kubernetes says. */
function reasonOf(status: Pod["status"], now: Record<string, State> = {}, last: Record<string, State> = {}): string {
  const { waiting, terminated } = now;
  const unmet = status?.conditions?.find((one) => one.status === "False" && one.message);
  const said = [
    waiting?.reason,
    (terminated ?? last.terminated)?.message ?? waiting?.message ?? terminated?.reason ?? unmet?.message,
  ];
  return said.filter(Boolean).join(": ") || status?.phase || "not known";
}

const units: Record<string, number> = { Gi: 1, Mi: 1 / 1024, Ti: 1024 };

function gibOf(quantity = "0"): number {
  const [, number, unit = ""] = /^(\d+(?:\.\d+)?)([GMT]i)?$/.exec(quantity) ?? [];
  return Number(number ?? 0) * (units[unit] ?? 1 / 2 ** 30);
}
