import { type InstanceType, instancesWithGpus } from "../hardware";
import type { Problem } from "../plan";
import type { ParallelismArgs } from "./args";
import { divisors } from "./fit";
import { type Layout, layoutOf, worldInWords } from "./layout";
import { fewestNodes, type NodeLimits, nodesInWords, stagedInstead, wayOut } from "./nodeWays";

const path = "nodesPerReplica";

/** Whether an engine's GPUs can be shared out to its nodes, the same number to each. */
export function nodesProblems(
  parallelism: ParallelismArgs,
  nodes: number,
  limits: NodeLimits,
  instance: InstanceType | null,
): Problem[] {
  const { gpusPerNode } = limits;
  const way = wayOut(parallelism, nodes, limits);
  const layout = layoutOf(parallelism, nodes);
  const world = `${layout.worldSize} GPUs (${worldInWords(parallelism)})`;
  if (layout.worldSize % nodes !== 0) {
    const message = `${world} cannot be shared out evenly to ${nodes} nodes, and each must have the same number. Use ${way ?? `${divisors(layout.worldSize)} nodes, or other parallel sizes`}.`;
    return [{ path, value: nodes, message }];
  }
  return [
    ...capacityProblems(layout, world, gpusPerNode, instance, way),
    ...tensorProblems(layout, parallelism, limits),
    ...dataRankProblems(layout, way),
  ];
}

/** Whether the share of a node is what a node has, or a part of it without a rest. */
function capacityProblems(
  { gpusPerNode: share, nodes }: Layout,
  world: string,
  gpusPerNode: number | null,
  instance: InstanceType | null,
  way: string | undefined,
): Problem[] {
  if (gpusPerNode === null || gpusPerNode % share === 0) return [];
  const node = instance ? `a ${instance.type} node` : "a node";
  const has = `${world} on ${nodes} nodes are ${share} for each, but ${node} has ${gpusPerNode}`;
  const larger = instancesWithGpus(share)[0]?.type;
  const ways = [`Use ${way ?? "smaller parallel sizes"}`, ...(larger ? [`nodes with ${share} GPUs (${larger})`] : [])];
  return [{ path, value: nodes, message: `${has}. ${ways.join(", or ")}.` }];
}

/** Tensor parallel ranks talk twice in each layer, which only a node's own interconnect is made for. */
function tensorProblems(
  { tensor, nodes, gpusPerNode: share }: Layout,
  parallelism: ParallelismArgs,
  limits: NodeLimits,
): Problem[] {
  if (share % tensor === 0 || parallelism.allowCrossNodeTensorParallel) return [];
  const fewest = fewestNodes(parallelism, limits);
  const ways = [
    ...(fewest === undefined ? [] : [nodesInWords(fewest, parallelism, limits)]),
    stagedInstead(parallelism, nodes, limits) ??
      (fewest === undefined ? wayOut(parallelism, nodes, limits) : undefined),
    "allowCrossNodeTensorParallel: true",
  ].filter((way) => way !== undefined);
  return [
    {
      path: "parallelism.tensor",
      value: tensor,
      message: `${tensor} tensor parallel ranks would lie on several nodes of ${share} GPUs each, and every layer would wait for the network. Use ${ways.join(", or ")}.`,
    },
  ];
}

/** The engine counts whole nodes for a data parallel rank, or whole ranks for a node. */
function dataRankProblems(
  { data, gpusPerDataRank, gpusPerNode: share, nodes }: Layout,
  way: string | undefined,
): Problem[] {
  if (data === 1 || share % gpusPerDataRank === 0 || gpusPerDataRank % share === 0) return [];
  return [
    {
      path,
      value: nodes,
      message: `${data} data parallel ranks of ${gpusPerDataRank} GPUs on ${nodes} nodes of ${share} would have a node with parts of two ranks. Use ${way ?? "other parallel sizes"}.`,
    },
  ];
}

/** What works over several nodes, but costs. */
export function nodesWarnings(parallelism: ParallelismArgs, nodes: number, limits: NodeLimits): Problem[] {
  const { gpusPerNode } = limits;
  const { tensor, gpusPerNode: share } = layoutOf(parallelism, nodes);
  const warnings: Problem[] = [];
  if (share % tensor !== 0 && parallelism.allowCrossNodeTensorParallel) {
    warnings.push({
      path: "parallelism.allowCrossNodeTensorParallel",
      value: true,
      message: `${tensor} tensor parallel ranks lie on several nodes of ${share} GPUs: every layer waits for the network twice. Measure it against pipeline stages first.`,
    });
  }
  if (share % tensor === 0 && parallelism.allowCrossNodeTensorParallel) {
    warnings.push({
      path: "parallelism.allowCrossNodeTensorParallel",
      value: true,
      message: `has no effect: ${tensor} tensor parallel ranks fit the ${share} GPUs of a node. Leave it out.`,
    });
  }
  if (gpusPerNode !== null && share < gpusPerNode && gpusPerNode % share === 0) {
    const fewest = fewestNodes(parallelism, limits) ?? nodes;
    const fewer = fewest < nodes ? ` Fewer nodes would do: ${nodesInWords(fewest, parallelism, limits)}.` : "";
    warnings.push({
      path,
      value: nodes,
      message: `the engine uses ${share} of the ${gpusPerNode} GPUs of each node; the rest is idle unless other pods take it.${fewer}`,
    });
  }
  return warnings;
}
