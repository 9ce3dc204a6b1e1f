import type { GroupPlan, PoolPlan } from "@sonar-iac/topology";
import { count } from "../text/units";
import type { BranchLine } from "./tree";

/** What the other pods of an engine run, and what holds them together; nothing where an engine is one pod. */
export function groupLines({ group, ranks }: PoolPlan): BranchLine[] {
  if (!group || ranks.length < 2) return [];
  const others = ranks.length - 1;
  const headless = ranks[1]?.argv.includes("--headless") ?? false;
  const apis = headless ? "workers without an API" : "each with an API of its own";
  const which = others === 1 ? "rank 1 runs" : `ranks 1 to ${others} run`;
  const text = `${which} the same, ${apis}; NCCL and Gloo use ${interfaceText(group)}; one that ends, or is silent for ${count(group.times.silenceSeconds, "second")}, ends all, which start anew`;
  return [{ text, long: "wrap" }];
}

const interfaceText = (group: GroupPlan) => group.interface ?? "the interface on the route to rank 0";
