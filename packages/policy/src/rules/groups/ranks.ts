import { type EngineView, isGiven, numberOption, option, writtenOption } from "../../engine";
import type { Group } from "./group";
import { answersItself, type Layout, layoutOf } from "./layout";

const address = "$(LWS_LEADER_ADDRESS)";
const index = "$(LWS_WORKER_INDEX)";

/** What is wrong with the numbers and places of a group's ranks. */
export const rankChecks: readonly ((group: Group, layout: Layout) => string | undefined)[] = [
  nodes,
  leaderAnswers,
  workersAreHeadless,
  leaderIsFirst,
  workersAreOthers,
  meetAtLeader,
  dataRanks,
];

/** The layout of a group that is more than one pod; undefined for one pod, and for ranks that Ray places. */
export function layoutOfGroup({ leader, size }: Group): Layout | undefined {
  const layout = layoutOf(leader);
  return layout === "ray" || size() === 1 ? undefined : layout;
}

function nodes({ leader, size }: Group, layout: Layout): string | undefined {
  const given = numberOption(leader, "nnodes") ?? 1;
  if (layout !== "nodes" || given === size()) return undefined;
  return `--nnodes is ${given}, but each group has ${size()} pods (leaderWorkerTemplate.size). Use --nnodes ${size()}, or size ${given}.`;
}

function leaderAnswers({ leader, worker }: Group): string | undefined {
  if (option(leader, "headless") !== "true") return undefined;
  if (worker === leader)
    return "every pod is --headless, the leader too, so that nobody answers. Give a leaderTemplate without --headless.";
  return "the leader is --headless, so that nobody answers. Remove it from the leaderTemplate.";
}

function workersAreHeadless({ leader, worker }: Group, layout: Layout): string | undefined {
  if (worker === undefined) return undefined;
  const headless = option(worker, "headless") === "true";
  const own = answersItself(worker);
  // a data parallel rank of several nodes has headless ones
  if (own && headless && layout === "data")
    return "workers that answer requests themselves cannot be --headless. Remove it.";
  if (own || headless) return undefined;
  if (worker === leader)
    return "every pod starts an API server, where only the leader may. Give a leaderTemplate, and --headless to the workerTemplate.";
  return "workers start an API server of their own, where only the leader may. Add --headless to the workerTemplate.";
}

function leaderIsFirst({ leader, worker }: Group, layout: Layout): string | undefined {
  if (layout !== "nodes" || worker === leader || isElsewhere(leader, "node-rank")) return undefined;
  const rank = numberOption(leader, "node-rank") ?? 0;
  return rank === 0 ? undefined : `the leader has --node-rank ${rank}, but rank 0 answers requests. Use --node-rank 0.`;
}

function workersAreOthers({ leader, worker, size }: Group, layout: Layout): string | undefined {
  if (layout !== "nodes" || worker === undefined || isElsewhere(worker, "node-rank")) return undefined;
  const rank = numberOption(worker, "node-rank") ?? 0;
  const count = size() - (worker === leader ? 0 : 1);
  if (count === 1 && rank === 1) return undefined;
  const who = count === 1 ? "the worker has" : `all ${count} pods of the workerTemplate have`;
  return `${who} --node-rank ${rank}, where each needs its own from ${worker === leader ? 0 : 1} to ${size() - 1}. Use --node-rank ${index}.`;
}

/** A value that hangs on a variable is another one in each pod. */
const isElsewhere = ({ line }: EngineView, name: string) => writtenOption(line, name)?.includes("$") === true;

function meetAtLeader({ leader, worker }: Group, layout: Layout): string | undefined {
  const name = layout === "nodes" ? "master-addr" : "data-parallel-address";
  // a pod with an own data parallel rank need not be told
  if (worker === undefined || writtenOption(worker.line, name) !== undefined) return undefined;
  if (layout === "data" && writtenOption(worker.line, "master-addr") !== undefined) return undefined;
  // may stand in the file of --config
  const value = option(worker, name) ?? option(leader, "master-addr");
  return `workers have no --${name}, so that they look for rank 0 at ${value}. Use --${name} ${address} for all.`;
}

function dataRanks({ leader, worker, size }: Group, layout: Layout): string | undefined {
  if (layout !== "data" || worker === undefined) return undefined;
  const [first, other] = [leader, worker].map(localRanks);
  const all = numberOption(leader, "data-parallel-size") ?? 1;
  if (first === undefined || other === undefined || first + other * (size() - 1) === all) return undefined;
  return `${size()} pods have ${first + other * (size() - 1)} data parallel ranks (--data-parallel-size-local), but --data-parallel-size is ${all}. Use numbers that agree.`;
}

function localRanks(engine: EngineView): number | undefined {
  return isGiven(engine, "data-parallel-rank") ? 1 : numberOption(engine, "data-parallel-size-local");
}
