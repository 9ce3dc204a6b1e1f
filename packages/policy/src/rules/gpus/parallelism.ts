import { type EngineView, isGiven, numberOption, option } from "../../engine";
import { NotHere } from "../../rule";

/** Ranks of one engine that need a GPU each in this pod: tensor × pipeline × prefill-context × data parallel, of which nodes have equal shares. */
export function gpusPerPod(engine: EngineView): number {
  const size = (name: string) => numberOption(engine, name) ?? 1;
  // Ray spreads ranks over all nodes of its cluster, however many these are
  if (option(engine, "distributed-executor-backend") === "ray")
    throw new NotHere("Ray places the ranks of this engine, on nodes that are not seen here");
  const nodes = size("nnodes");
  const world = size("tensor-parallel-size") * size("pipeline-parallel-size") * size("prefill-context-parallel-size");
  // a data parallel rank may lie on several nodes, each of which says that it has one
  if (nodes > 1) return (world * size("data-parallel-size")) / nodes;
  const local = numberOption(engine, "data-parallel-size-local");
  // an engine that is one rank of several runs one
  return world * (local ?? (isGiven(engine, "data-parallel-rank") ? 1 : size("data-parallel-size")));
}
