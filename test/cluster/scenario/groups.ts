import { readdirSync, readFileSync } from "node:fs";
import { kubectl } from "../host/kubectl";
import { type Pod, pods } from "./workloads";

const label = (name: string) => `leaderworkerset.sigs.k8s.io/${name}`;

/** A rank of an engine, as tests look at it. */
export interface RankPod extends Pod {
  group: number;
  rank: number;
}

/** The pods of all engines of a service, by group and rank. */
export async function rankPods(namespace: string): Promise<RankPod[]> {
  const found = (await pods(namespace, "engine")).map((pod) => ({
    ...pod,
    group: Number(pod.labels[label("group-index")]),
    rank: Number(pod.labels[label("worker-index")]),
  }));
  return found.sort((a, b) => a.group - b.group || a.rank - b.rank);
}

/** Addresses that get traffic: ready endpoints of the engines' Service. */
export async function serving(namespace: string, service: string): Promise<string[]> {
  interface Slice {
    endpoints?: { addresses: string[]; conditions: { ready?: boolean } }[];
  }
  const selector = `kubernetes.io/service-name=${service}`;
  const { items } = await kubectl.get<{ items: Slice[] }>([
    "endpointslices",
    "--namespace",
    namespace,
    "--selector",
    selector,
  ]);
  return items
    .flatMap(({ endpoints = [] }) => endpoints)
    .flatMap(({ addresses, conditions }) => (conditions.ready ? addresses : []));
}

/** Processes of pods on this machine, whose nodes' processes are this machine's too. */
export function processesOf(names: readonly string[]): number[] {
  const hosts = names.map((name) => `HOSTNAME=${name}`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
        return environment.some((entry) => hosts.includes(entry)) ? [Number(pid)] : [];
      } catch {
        return []; // it ended while it was looked at
      }
    });
}
