import { layoutOf, type ParallelismArgs, usesExperts } from "../parallelism";
import type { GroupTimes } from "../plan";
import type { EngineArgs } from "./args";
import { leaderAddress, podIndex } from "./placeholders";
import { sortedJson } from "./plainJson";
import { dataParallelRpcPort, masterPort } from "./ports";

/** Which pod of a group a command line is for. */
export interface RankPlace {
  rank: number;
  nodes: number;
  times: Pick<GroupTimes, "distributedSeconds" | "cpuDistributedSeconds">;
}

/** Words about the parallel layout, by where they stand: before the model's length, after it, and at the end. */
export interface ParallelWords {
  sizes: string[];
  modes: string[];
  last: string[];
}

/** Options whose value is the pod's number within its group. With `--headless` and the number of API servers they are all that tells ranks apart. */
export const rankOptions = ["--node-rank", "--data-parallel-rank"] as const;

/** A pod's command line for every pod that has the same but for its number: the number is what the pod is told at its start. */
export const forEveryPod = (argv: readonly string[]) =>
  argv.map((word, i) => ((rankOptions as readonly string[]).includes(argv[i - 1] ?? "") ? podIndex : word));

/** How an engine is split, and which part of it this pod is. */
export function parallelWords(
  parallelism: ParallelismArgs,
  place?: RankPlace,
  frontend: EngineArgs["frontend"] = "python",
): ParallelWords {
  const { tensor, pipeline, prefillContext } = layoutOf(parallelism);
  const executor = parallelism.executor ?? (place && place.nodes > 1 ? "mp" : undefined);
  return {
    sizes: [
      ...above1("--tensor-parallel-size", tensor),
      ...above1("--pipeline-parallel-size", pipeline),
      ...above1("--prefill-context-parallel-size", prefillContext),
      ...(place ? placeWords(parallelism, place) : []),
    ],
    modes: [
      ...dataWords(parallelism, place, frontend),
      ...expertWords(parallelism),
      ...(executor === undefined ? [] : ["--distributed-executor-backend", executor]),
      ...(place ? timeWords(place) : []),
    ],
    last: isHeadless(parallelism, place) ? ["--headless"] : [],
  };
}

/** Which of several pods this is. The engine's own supervisor of a node counts ranks by the node's number alone. */
function placeWords({ data }: ParallelismArgs, { rank, nodes }: RankPlace): string[] {
  if (data?.loadBalancing === "multi-port") return nodes > 1 ? ["--node-rank", String(rank)] : [];
  return [
    ["--nnodes", String(nodes)],
    ["--node-rank", String(rank)],
    ["--master-addr", leaderAddress],
    ["--master-port", String(masterPort)],
  ].flat();
}

function dataWords(
  parallelism: ParallelismArgs,
  place: RankPlace | undefined,
  frontend: EngineArgs["frontend"],
): string[] {
  const { data } = parallelism;
  if (data === undefined || data.size === 1) return [];
  const { dataRanksPerNode } = layoutOf(parallelism, place?.nodes);
  const meet = [
    ["--data-parallel-address", leaderAddress],
    ["--data-parallel-rpc-port", String(data.rpcPort ?? dataParallelRpcPort)],
  ].flat();
  const size = ["--data-parallel-size", String(data.size)];
  const local = ["--data-parallel-size-local", String(dataRanksPerNode)];
  // more than one would break streams when an engine stops; the Rust frontend is always one, and ignores the option
  const servers = isHeadless(parallelism, place) || frontend === "rust" ? [] : ["--api-server-count", "1"];
  switch (data.loadBalancing ?? "internal") {
    case "internal":
      return [...size, ...(place ? [...local, ...meet] : []), ...servers];
    case "hybrid":
      return [...size, ...local, ...meet, "--data-parallel-hybrid-lb", ...servers];
    case "external":
      return [
        ...size,
        ...local,
        ...meet,
        "--data-parallel-external-lb",
        "--data-parallel-rank",
        String(place?.rank ?? 0),
      ];
    case "multi-port":
      return [...size, ...local, ...(place && place.nodes > 1 ? meet : []), "--data-parallel-multi-port-external-lb"];
  }
}

function expertWords(parallelism: ParallelismArgs): string[] {
  const { expert } = parallelism;
  if (expert === undefined) return [];
  const { all2allBackend, eplb } = expert;
  return [
    ...(usesExperts(parallelism) ? ["--enable-expert-parallel"] : []),
    ...(all2allBackend === undefined ? [] : ["--all2all-backend", all2allBackend]),
    ...(eplb ? ["--enable-eplb"] : []),
    ...(eplb?.config ? ["--eplb-config", sortedJson(eplb.config)] : []),
  ];
}

const timeWords = ({ times }: RankPlace) =>
  [
    ["--distributed-timeout-seconds", String(times.distributedSeconds)],
    ["--cpu-distributed-timeout-seconds", String(times.cpuDistributedSeconds)],
  ].flat();

/** Whether a pod has no API. */
export function isHeadless({ data }: ParallelismArgs, place: RankPlace | undefined): boolean {
  return (place?.rank ?? 0) > 0 && hasOneApi(data?.loadBalancing);
}

/** Whether one pod of a group has the API for all. */
export const hasOneApi = (mode: NonNullable<ParallelismArgs["data"]>["loadBalancing"]) =>
  (mode ?? "internal") === "internal";

const above1 = (flag: string, size: number) => (size > 1 ? [flag, String(size)] : []);
