import type { ModelArgs } from "../model";
import type { Problem } from "../plan";
import type { ParallelismArgs } from "./args";
import type { DataParallelLoadBalancing } from "./data";
import { type Layout, layoutOf, usesExperts } from "./layout";

const path = "parallelism.data.loadBalancing";

/**
 * Whether the data parallel ranks can be served that way.
 *
 * @param oneApi whether engines of the service can have one API only, so that no other mode is a way out
 */
export function dataProblems(parallelism: ParallelismArgs, model: ModelArgs, nodes: number, oneApi = false): Problem[] {
  const { data } = parallelism;
  if (data === undefined) return [];
  const layout = layoutOf(parallelism, nodes);
  const mode = data.loadBalancing ?? "internal";
  const problem = (message: string): Problem[] => [{ path, value: mode, message }];
  if (mode !== "internal" && data.size === 1)
    return problem(
      `"${mode}" shares requests out to ranks, but there is one (parallelism.data.size). Leave it out, or use size: 2 or more.`,
    );
  if (mode === "external" || mode === "multi-port") {
    const dense = denseProblem(mode, parallelism, model, nodes);
    if (dense !== undefined) return problem(dense);
  }
  const placed = placeProblem(mode, layout);
  if (placed !== undefined) return problem(placed);
  const spanning = spanProblems(mode, layout, parallelism, model);
  if (spanning.length > 0) return spanning;
  return model.experts === 0 && leavesRanks(mode, layout) ? problem(leftRanks(layout, oneApi)) : [];
}

/** What may be wrong with the data parallel ranks of a model of which nothing is said. */
export function dataWarnings(
  parallelism: ParallelismArgs,
  { experts }: ModelArgs,
  nodes: number,
  oneApi = false,
): Problem[] {
  const mode = parallelism.data?.loadBalancing ?? "internal";
  const layout = layoutOf(parallelism, nodes);
  if (experts !== undefined || usesExperts(parallelism) || !leavesRanks(mode, layout)) return [];
  const message = `if the model is dense: ${leftRanks(layout, oneApi)} For a mixture of experts give model.experts (num_experts of its config.json).`;
  return [{ path, value: mode, message }];
}

/** Ranks of a dense model know nothing of each other: on a planned stop the first pod waits for its own only, and the others' streams break. */
const leavesRanks = (mode: DataParallelLoadBalancing, { data, nodes }: Layout) =>
  mode === "internal" && nodes > 1 && data > 1;

function leftRanks({ data, gpusPerDataRank, gpusPerNode }: Layout, oneApi: boolean): string {
  const hybrid = !oneApi && gpusPerNode / gpusPerDataRank >= 2 ? `, or "hybrid", with an API on each node` : "";
  return `"internal" has one API for the ranks of all nodes, and ranks of a dense model end each for itself: on a planned stop the first node does not wait for those of the others, and their streams break. Use replicas of one rank instead (${data} for each, with data.size: 1, on one node)${hybrid}.`;
}

/** A port where nobody meets. Engines of one API in one pod are told of it with what else has no meaning there. */
export function rpcPortProblems({ data }: ParallelismArgs, nodes: number, oneApi = false): Problem[] {
  if (data?.rpcPort === undefined || (oneApi && nodes === 1)) return [];
  const { size, rpcPort, loadBalancing } = data;
  const alone = loadBalancing === "multi-port" && nodes === 1;
  if (size > 1 && !alone) return [];
  const why = size === 1 ? "there is one data parallel rank (parallelism.data.size)" : "all ranks are on one node";
  const message = `has no effect while ${why}. Leave it out.`;
  return [{ path: "parallelism.data.rpcPort", value: rpcPort, message }];
}

/** The engine has these modes for mixtures of experts only, whose ranks must work in step. */
function denseProblem(
  mode: DataParallelLoadBalancing,
  parallelism: ParallelismArgs,
  { experts }: ModelArgs,
  nodes: number,
): string | undefined {
  const instead = `Ranks of a dense model share nothing: use replicas instead, or "${nodes > 1 ? "hybrid" : "internal"}".`;
  if (experts === 0)
    return `"${mode}" is for mixtures of experts, and the model is dense (model.experts is 0). ${instead}`;
  if (experts === undefined && !usesExperts(parallelism))
    return `"${mode}" is for mixtures of experts, and nothing says that the model is one. Give model.experts (num_experts of its config.json). ${instead}`;
  return undefined;
}

/** Which ranks a node holds, by mode. */
function placeProblem(
  mode: DataParallelLoadBalancing,
  { data, nodes, gpusPerDataRank, gpusPerNode }: Layout,
): string | undefined {
  if (mode === "internal") return undefined;
  const perNode = gpusPerNode / gpusPerDataRank;
  const has = `but ${data} ranks of ${gpusPerDataRank} GPUs on ${nodes} nodes are ${Math.round(perNode * 100) / 100} for each`;
  if (mode === "external" && perNode !== 1)
    return `"external" is one whole rank on each node, ${has}. Use nodesPerReplica: ${data}, or "multi-port" for several ranks on a node.`;
  if (mode === "multi-port" && perNode < 2)
    return `"multi-port" is several whole ranks on each node, ${has}. Use nodesPerReplica: ${divisorBelow(data)}, or "external" for one rank on a node.`;
  if (mode === "hybrid" && (nodes === 1 || perNode < 2))
    return `"hybrid" is several whole ranks on each of several nodes, ${has}. Use ${nodes > 1 && divisorBelow(data) > 1 ? `nodesPerReplica: ${divisorBelow(data)}, or ` : ""}"internal".`;
  return undefined;
}

/** Copies of a dense model that span nodes all meet at the first node's port, and take each other's places there. */
function spanProblems(
  mode: DataParallelLoadBalancing,
  { data, nodes, gpusPerDataRank, gpusPerNode }: Layout,
  parallelism: ParallelismArgs,
  { experts }: ModelArgs,
): Problem[] {
  // parts of ranks are told of where nodes are counted
  const spans = nodes > 1 && data > 1 && gpusPerDataRank > gpusPerNode && gpusPerDataRank % gpusPerNode === 0;
  if (!spans || experts || (experts === undefined && usesExperts(parallelism))) return [];
  return [
    {
      path: "parallelism.data.size",
      value: data,
      message: `a data parallel rank of ${gpusPerDataRank} GPUs spans nodes of ${gpusPerNode}, and ranks of a dense model that do would take each other's places at the first node (loadBalancing "${mode}"). Use data.size: 1 and replicas: ${data} with nodesPerReplica: ${nodes / data}; for a mixture of experts give model.experts.`,
    },
  ];
}

/** The largest number of nodes that leaves each at least two ranks. */
const divisorBelow = (data: number) =>
  Array.from({ length: Math.floor(data / 2) }, (_, i) => Math.floor(data / 2) - i).find((n) => data % n === 0) ?? 1;
