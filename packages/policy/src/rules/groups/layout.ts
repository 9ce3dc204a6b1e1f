import { type EngineView, isGiven, numberOption, option } from "../../engine";

/** How ranks of an engine are spread over the pods of a group.
 *  - `nodes`: as nodes of one engine, by `--nnodes` and `--node-rank`.
 *  - `data`: as data parallel ranks, of which each pod has some.
 *  - `ray`: as Ray places them. */
export type Layout = "nodes" | "data" | "ray";

/** The layout that a leader's command line asks for. */
export function layoutOf(leader: EngineView): Layout {
  const backends = ["distributed-executor-backend", "data-parallel-backend"].map((name) => option(leader, name));
  if (backends.includes("ray")) return "ray";
  const [nodes, data] = ["nnodes", "data-parallel-size"].map((name) => numberOption(leader, name) ?? 1);
  return nodes === 1 && data !== 1 ? "data" : "nodes";
}

/** Whether a pod answers for its own data parallel ranks, by an option that asks for that. */
export function answersItself(engine: EngineView): boolean {
  const asked = ["hybrid-lb", "external-lb", "multi-port-external-lb"].some(
    (name) => option(engine, `data-parallel-${name}`) === "true",
  );
  if (asked || isGiven(engine, "data-parallel-rank")) return true;
  // without --headless a first rank is a pod's own, too
  return option(engine, "headless") !== "true" && isGiven(engine, "data-parallel-start-rank");
}
