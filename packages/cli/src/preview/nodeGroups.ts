import { type NodeGroupPlan, type PriceRange, type ServingPlan, sumRanges } from "@sonar-iac/topology";
import { isObject, type RecordedResource, redact, unwrap } from "../recorder";
import { count, priceRange } from "../text/units";
import type { Branch } from "./tree";

/** Node groups that the program makes, by their components' names. */
export function nodeGroupsOf(
  resources: RecordedResource[],
  scrub: (text: string) => string,
): Record<string, NodeGroupPlan> {
  const groups: Record<string, NodeGroupPlan> = {};
  for (const { type, name, inputs } of resources) {
    const plan = inputs.plan === undefined ? undefined : unwrap(inputs.plan);
    if (type !== "sonar:index:GpuNodeGroup" || plan === undefined || !isObject(plan)) continue;
    groups[name] = redact(plan, scrub) as unknown as NodeGroupPlan;
  }
  return groups;
}

/** Price of all node groups, and of the nodes that exist for services without any; null where a part is not known. */
export function rangeOf(groups: NodeGroupPlan[], plans: ServingPlan[]): PriceRange | null {
  const existing = plans.filter(({ nodeGroups }) => nodeGroups === undefined).map(({ totals }) => totals.usdPerHour);
  return sumRanges([
    ...groups.map(({ cost }) => cost.usdPerHour),
    ...existing.map((usd) => (usd === null ? null : { min: usd, max: usd })),
  ]);
}

/** A node group as a branch of its service. */
export function nodeGroupBranch(key: string, group: NodeGroupPlan): Branch {
  const label = key === "nodes" ? key : `${key} nodes`;
  return { label, kind: sizeText(group), count: "", lines: [{ text: groupText(group), long: "wrap" }] };
}

/** A node group that stands alone, in one line. */
export function nodeGroupLine(name: string, group: NodeGroupPlan): string {
  return `${name}  GpuNodeGroup  ${sizeText(group)}: ${groupText(group)}`;
}

function sizeText({ scaling: { min, max }, instanceType }: NodeGroupPlan): string {
  return `${min === max ? max : `${min} to ${max}`} × ${instanceType}`;
}

const capacities: Record<NodeGroupPlan["capacity"], string> = {
  "on-demand": "on demand",
  spot: "spot",
  "capacity-block": "of a Capacity Block",
  reservation: "of a reservation",
};

function groupText({ capacity, efaInterfaces, maxGpus, cost }: NodeGroupPlan): string {
  const efa = efaInterfaces === 0 ? "" : `, ${count(efaInterfaces, "EFA interface")} each`;
  return `${capacities[capacity]}${efa}, at most ${count(maxGpus, "GPU")}, ${priceRange(cost.usdPerHour)}`;
}
