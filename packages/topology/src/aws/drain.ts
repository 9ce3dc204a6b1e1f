import type { NodeGroupPlan, Problem, Timings } from "../plan";

/** How long EKS lets pods of a node end that it takes away; then it ends the node. Source: EKS user guide, managed node groups. */
const limit = 900;

/** Engines that may take longer to stop than EKS waits for, which it does not when it updates a group, only when the group shrinks. */
export function drainWarnings(
  groups: Record<string, NodeGroupPlan>,
  { maxRequestSeconds, engine, prefill }: Pick<Timings, "maxRequestSeconds" | "engine" | "prefill">,
): Problem[] {
  const grace = prefill?.graceSeconds ?? engine.graceSeconds;
  const over = grace - limit;
  if (over <= 0 || Object.keys(groups).length === 0) return [];
  const most = Math.max(1, maxRequestSeconds - over);
  return [
    {
      path: "maxRequestSeconds",
      value: maxRequestSeconds,
      message: `an engine may take ${grace} s to stop, but where a node group shrinks, or is balanced between zones, EKS ends a node after ${limit} s. Take only empty nodes away, or use at most ${most}.`,
    },
  ];
}
