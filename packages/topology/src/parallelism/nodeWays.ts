import { instancesWithGpus } from "../hardware";
import type { ModelArgs } from "../model";
import type { ParallelismArgs } from "./args";
import { dataProblems } from "./dataRules";
import { splitProblems } from "./fit";
import { layoutOf } from "./layout";

/** What decides whether a layout over nodes can be had. */
export interface NodeLimits {
  gpusPerNode: number | null;
  model?: ModelArgs;
  /** Whether engines of the service can have one API only: it has engines of one node too. */
  oneApi?: boolean | undefined;
}

/** Whether an engine can lie on so many nodes, by all rules. */
function fits(parallelism: ParallelismArgs, nodes: number, { gpusPerNode, model, oneApi }: NodeLimits): boolean {
  const { worldSize, gpusPerNode: share, tensor, data, gpusPerDataRank } = layoutOf(parallelism, nodes);
  const had = gpusPerNode === null ? instancesWithGpus(share).length > 0 : gpusPerNode % share === 0;
  const torn = share % tensor !== 0 && !parallelism.allowCrossNodeTensorParallel;
  const parts = data > 1 && share % gpusPerDataRank !== 0 && gpusPerDataRank % share !== 0;
  if (worldSize % nodes !== 0 || !had || torn || parts) return false;
  return (
    model === undefined ||
    (splitProblems(parallelism, model).length === 0 && dataProblems(parallelism, model, nodes, oneApi).length === 0)
  );
}

/** The smallest number of nodes that an engine can lie on; none where its sizes are wrong. */
export const fewestNodes = (parallelism: ParallelismArgs, limits: NodeLimits): number | undefined =>
  Array.from({ length: Math.min(1024, layoutOf(parallelism).worldSize) }, (_, i) => i + 1).find((nodes) =>
    fits(parallelism, nodes, limits),
  );

/** What to write for so many nodes. */
export const nodesInWords = (nodes: number, { data }: ParallelismArgs, { oneApi = false }: NodeLimits) =>
  nodes === 1 && !oneApi && data?.loadBalancing !== "multi-port"
    ? "a ReplicatedService, whose engines are on 1 node"
    : `nodesPerReplica: ${nodes}`;

/** The number to change: of nodes where one will do, else the parallel size that is nearest to the one that was given. */
export function wayOut(parallelism: ParallelismArgs, nodes: number, limits: NodeLimits): string | undefined {
  // where another rule is broken whatever the nodes, which is told beside, the nodes' own rules decide
  const { gpusPerNode, oneApi } = limits;
  const fewest = fewestNodes(parallelism, limits) ?? fewestNodes(parallelism, { gpusPerNode, oneApi });
  return fewest === undefined ? nearestSize(parallelism, nodes, limits) : nodesInWords(fewest, parallelism, limits);
}

function nearestSize(parallelism: ParallelismArgs, nodes: number, limits: NodeLimits): string | undefined {
  const { tensor, pipeline, data } = layoutOf(parallelism);
  const { data: ranks, layersPerStage } = parallelism;
  const all = Array.from({ length: 128 }, (_, i) => i + 1);
  const sizes = (field: string, given: number, made: (size: number) => ParallelismArgs) =>
    all
      .filter((size) => size !== given && fits(made(size), nodes, limits))
      .map((size) => ({ words: `parallelism.${field}: ${size}`, far: Math.abs(Math.log(size / given)) }));
  const found = [
    ...sizes("tensor", tensor, (size) => ({ ...parallelism, tensor: size })),
    // stages of given layers are as many as the layers say
    ...(layersPerStage ? [] : sizes("pipeline", pipeline, (size) => ({ ...parallelism, pipeline: size }))),
    ...(ranks ? sizes("data.size", data, (size) => ({ ...parallelism, data: { ...ranks, size } })) : []),
  ];
  return found.reduce((best, next) => (next.far < best.far ? next : best), found[0] ?? { words: undefined, far: 0 })
    .words;
}

/** As many GPUs with tensor parallel ranks that stay on a node each, and stages for the rest. */
export function stagedInstead(parallelism: ParallelismArgs, nodes: number, limits: NodeLimits): string | undefined {
  const { tensor, pipeline, gpusPerNode: share } = layoutOf(parallelism, nodes);
  if (parallelism.layersPerStage) return undefined;
  const made = Array.from({ length: tensor }, (_, i) => tensor - i)
    .filter((size) => tensor % size === 0 && share % size === 0)
    .map((size) => ({ ...parallelism, tensor: size, pipeline: (pipeline * tensor) / size }))
    .find((split) => fits(split, nodes, limits));
  return made && `tensor: ${made.tensor} with pipeline: ${made.pipeline}`;
}
