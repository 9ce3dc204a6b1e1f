import type { ParallelismArgs } from "./args";

/** How the GPUs of one engine lie on its nodes. */
export interface Layout {
  tensor: number;
  pipeline: number;
  prefillContext: number;
  data: number;
  /** GPUs of one data parallel rank. */
  gpusPerDataRank: number;
  /** GPUs of the engine. */
  worldSize: number;
  nodes: number;
  /** GPUs of each node; a fraction where the nodes do not divide the world. */
  gpusPerNode: number;
  /** Data parallel ranks that are whole on a node, or 1 where one spans several. */
  dataRanksPerNode: number;
}

/** The layout of an engine on so many nodes. */
export function layoutOf(parallelism: ParallelismArgs, nodes = 1): Layout {
  const { tensor = 1, pipeline = 1, prefillContext = 1 } = parallelism;
  const data = parallelism.data?.size ?? 1;
  const gpusPerDataRank = tensor * pipeline * prefillContext;
  const worldSize = gpusPerDataRank * data;
  const gpusPerNode = worldSize / nodes;
  const dataRanksPerNode = Math.max(1, Math.floor(gpusPerNode / gpusPerDataRank));
  return {
    tensor,
    pipeline,
    prefillContext,
    data,
    gpusPerDataRank,
    worldSize,
    nodes,
    gpusPerNode,
    dataRanksPerNode,
  };
}

/** GPUs of one engine: its world size. */
export const gpusOf = (parallelism: ParallelismArgs) => layoutOf(parallelism).worldSize;

/** How the world size is made, in words; factors of 1 are left out but for tensor and pipeline. */
export function worldInWords(parallelism: ParallelismArgs): string {
  const { tensor, pipeline, prefillContext, data } = layoutOf(parallelism);
  const rest = [
    ...(prefillContext > 1 ? [`prefill context ${prefillContext}`] : []),
    ...(data > 1 ? [`data ${data}`] : []),
  ];
  return [`tensor ${tensor}`, `pipeline ${pipeline}`, ...rest].join(" × ");
}

/** GPUs that share one copy of the weights: data parallel ranks have a copy each, but for experts that are shared out over all of them. */
export function gpusOfWeights(parallelism: ParallelismArgs): number {
  const { tensor, pipeline, worldSize } = layoutOf(parallelism);
  return usesExperts(parallelism) ? worldSize : tensor * pipeline;
}

/** Whether expert parallelism is on. */
export const usesExperts = ({ expert }: ParallelismArgs) => expert !== undefined && (expert.enable ?? true);
