import type { Explanations, NodeGroupPlan, Problem } from "../plan";
import type { NodeGroupSpec } from "./args";

/** Whether nodes are put close to each other by a placement group: with EFA or for engines of several nodes, unless a reservation says where they are. */
export function planPlacement(
  { placementGroup, efa }: NodeGroupSpec,
  capacity: NodeGroupPlan["capacity"],
  spans: boolean,
  why: Explanations,
  problems: Problem[],
): NodeGroupPlan["placementGroup"] {
  const reserved = capacity === "capacity-block" || capacity === "reservation";
  const wanted = placementGroup ?? ((spans || (efa !== undefined && efa !== false)) && !reserved);
  if (capacity === "capacity-block" && wanted !== false) {
    problems.push({
      path: "placementGroup",
      message:
        "nodes of a Capacity Block are close to each other already, and with a placement group none can be started. Leave it out.",
    });
  } else if (capacity === "reservation" && wanted === true) {
    problems.push({
      path: "placementGroup",
      value: true,
      message:
        "capacity that was reserved outside of a placement group does not come up inside of a new one. Leave it out, or name the reservation's own: { name }.",
    });
  }
  const kind = wanted === false ? "none" : wanted === "existing" ? "existing" : "own";
  return why.because(
    "placementGroup",
    kind,
    placementGroup !== undefined
      ? "as given"
      : reserved
        ? "the reservation decides where its nodes are"
        : kind === "own"
          ? `nodes that ${spans ? "one engine spans" : "talk over EFA"} do so faster close to each other`
          : "nodes that do not use EFA need not be close to each other",
    "placementGroup",
  );
}
