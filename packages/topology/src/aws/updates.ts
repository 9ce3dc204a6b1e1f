import type { Explanations, Problem, UpdatePlan } from "../plan";
import type { UpdateArgs } from "./args";

/** How nodes are replaced: new ones first, unless there is no capacity for more. */
export function planUpdates(
  { maxUnavailable, maxUnavailablePercentage, strategy }: UpdateArgs,
  reserved: boolean,
  why: Explanations,
  problems: Problem[],
): UpdatePlan {
  if (maxUnavailable !== undefined && maxUnavailablePercentage !== undefined) {
    problems.push({
      path: "updates.maxUnavailablePercentage",
      value: maxUnavailablePercentage,
      message: "stands beside maxUnavailable. Give one of the two.",
    });
  }
  return {
    maxUnavailable: maxUnavailable ?? maxUnavailablePercentage ?? 1,
    percent: maxUnavailable === undefined && maxUnavailablePercentage !== undefined,
    strategy: why.because(
      "updates.strategy",
      strategy ?? (reserved ? "MINIMAL" : "DEFAULT"),
      strategy !== undefined
        ? "as given"
        : reserved
          ? "a reservation has no room for a new node before an old one goes"
          : "a new node starts before an old one goes",
      "updates.strategy",
    ),
  };
}
