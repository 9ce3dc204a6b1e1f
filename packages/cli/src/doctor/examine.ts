import { type Cluster, kubectl } from "./kubectl";
import type { GroupOfPods, RankPod } from "./pods";
import { checksIn } from "./preflight";

/** One thing that was looked at. */
export interface Check {
  verdict: "ok" | "warn" | "fail";
  name: string;
  seen: string;
  /** What to do; empty where nothing is to be done. */
  todo: string;
}

/** What the preflight found in the pod of a rank. */
export interface RankReport {
  pod: string;
  rank: number;
  imageId: string;
  checks: Check[];
  /** MTU of the route to rank 0. */
  mtu: number | null;
  /** Seconds that the node's clock is ahead of rank 0's. */
  clock: number | null;
}

interface Preflight {
  checks: Check[];
  identity: unknown;
  mtu?: number | null;
  clock?: number | null;
}

/** Runs the preflight in each pod of a group: rank 0 first, since the others are compared with what it runs. */
export async function examine(group: GroupOfPods, cluster: Cluster, scripts: string): Promise<RankReport[]> {
  const [first, ...others] = group.ranks;
  if (first === undefined) return [];
  const { report, identity } = await look(first, cluster, scripts);
  const rest = await Promise.all(
    others.map((rank) => look(rank, cluster, scripts, first.rank === 0 ? identity : undefined)),
  );
  return [report, ...rest.map((one) => one.report)];
}

async function look(rank: RankPod, cluster: Cluster, scripts: string, leader?: unknown) {
  const { pod, rank: number, imageId, down } = rank;
  const found =
    down === ""
      ? await run(rank, cluster, scripts, leader)
      : { checks: await whyDown(rank, cluster), identity: undefined };
  const { checks, mtu = null, clock = null, identity } = found;
  const report: RankReport = { pod, rank: number, imageId, checks, mtu, clock };
  return { report, identity };
}

/** Why a rank does not run. */
async function whyDown({ pod, down, node, stranded, preflight }: RankPod, cluster: Cluster): Promise<Check[]> {
  if (stranded)
    return fail(
      "not running",
      `${down}: the replica waits for this pod, which no kubelet ends`,
      `delete the Node ${node}, or taint it: kubectl taint nodes ${node} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`,
    );
  if (preflight === null) return fail("not running", down, "see kubectl describe pod, and its events");
  const log = ["logs", pod, "--container", "preflight"];
  if (preflight !== "running") {
    const todo = `see kubectl ${log.join(" ")} --previous`;
    const checks = checksIn(preflight.failed);
    // a traceback ends with what is wrong
    const last = preflight.failed.trim().split("\n").at(-1) ?? "";
    return [...checks, ...(checks.some(isFault) ? [] : fail("preflight", `it failed: ${last}`, todo))];
  }
  const checks = checksIn((await kubectl(cluster, log)).stdout);
  return checks.some(isFault)
    ? checks
    : [...checks, ...fail("not running", "its preflight still runs", `see kubectl ${log.join(" ")}`)];
}

const isFault = ({ verdict }: Check) => verdict === "fail";

async function run(
  { pod, gpus, sharedMemoryGiB, rdma }: RankPod,
  cluster: Cluster,
  scripts: string,
  leader: unknown,
): Promise<Preflight> {
  const script = ["python3", `${scripts}/preflight.py`, "--running", "1", "--json"];
  const needs = [
    "--gpus",
    String(gpus),
    "--shm-gib",
    String(sharedMemoryGiB),
    ...(rdma ? ["--rdma"] : []),
    ...(leader === undefined ? [] : ["--compare"]),
  ];
  const said = await kubectl(
    cluster,
    ["exec", pod, "--container", "engine", "--stdin", "--", ...script, ...needs],
    leader === undefined ? "" : JSON.stringify(leader),
  );
  try {
    return JSON.parse(said.stdout) as Preflight;
  } catch {
    const words =
      said.stderr.trim().split("\n").at(-1) ||
      `it ended with ${said.code ?? `nothing after ${cluster.timeoutSeconds} s`}`;
    const todo = "see whether you may exec into pods, and the version that made the pod";
    return { checks: fail("preflight", `cannot be run in the pod: ${words}`, todo), identity: undefined };
  }
}

const fail = (name: string, seen: string, todo: string): Check[] => [{ verdict: "fail", name, seen, todo }];
