import type { ParallelismArgs } from "../parallelism";
import type { Problem } from "../plan";

/** The same split with one API: what else is wrong with it is told beside. */
export const withOneApi = (parallelism: ParallelismArgs): ParallelismArgs =>
  parallelism.data ? { ...parallelism, data: { ...parallelism.data, loadBalancing: "internal" } } : parallelism;

/** What an engine with one API cannot have, and what has no meaning while it is one pod. */
export function oneApiProblems(
  { data, allowCrossNodeTensorParallel }: ParallelismArgs = {},
  nodesPerReplica = 1,
): Problem[] {
  const problems: Problem[] = [];
  const mode = data?.loadBalancing ?? "internal";
  if (mode !== "internal") {
    problems.push({
      path: "parallelism.data.loadBalancing",
      value: mode,
      message: `"${mode}" gives each node or rank an API of its own, but engines of this service have one. Use "internal", or a MultiNodePipeline.`,
    });
  }
  if (nodesPerReplica > 1) return problems;
  const without: [string, unknown][] = [
    ["data.rpcPort", data?.rpcPort],
    ["allowCrossNodeTensorParallel", allowCrossNodeTensorParallel],
  ];
  for (const [field, value] of without) {
    if (value === undefined) continue;
    const message = "has no effect while an engine is one pod. Leave it out.";
    problems.push({ path: `parallelism.${field}`, value, message });
  }
  return problems;
}
