import type { Explanations, NodeGroupPlan, Problem } from "../plan";
import type { NodeGroupSpec } from "./args";

/** What pools ask of a group; nothing for a group that stands alone. */
export interface GroupNeed {
  /** Nodes that the pools fill. */
  nodes: number;
  /** GPUs of all their engines. */
  gpus: number;
  /** Nodes of one engine, where it has several: the group is sized in whole engines. @default 1 */
  nodesPerEngine?: number;
}

/** The size of a group, from what was given and what its pools need. */
export function planScaling(
  spec: NodeGroupSpec,
  need: GroupNeed | undefined,
  why: Explanations,
  problems: Problem[],
): NodeGroupPlan["scaling"] {
  const set = (field: "min" | "max" | "desired", value: number, reason: string) =>
    why.because(`scaling.${field}`, value, spec[field] !== undefined ? "as given" : reason, field);
  const needed = need?.nodes;
  const fills = needed === undefined ? "one node" : `the pools fill ${needed}`;
  const min = set(
    "min",
    spec.min ?? Math.min(needed ?? 1, spec.max ?? Number.POSITIVE_INFINITY),
    `${fills}, at most max`,
  );
  const max = set("max", spec.max ?? Math.max(needed ?? 1, min, 1), `${fills}, at least min`);
  const within = Math.min(Math.max(needed ?? min, min), max);
  const late = spec.capacity?.kind === "capacity-block" ? "; before the block starts give min: 0 and desired: 0" : "";
  const desired = set("desired", spec.desired ?? within, `${fills}, within min and max${late}`);
  if (min > max) {
    problems.push({
      path: "min",
      value: min,
      message: `${min} is more than max, which is ${max}. Raise max, or lower min.`,
    });
  } else if (desired < min || desired > max) {
    problems.push({
      path: "desired",
      value: desired,
      message: `${desired} is not from ${min} to ${max} (min and max). Give a number between, or leave it out.`,
    });
  }
  problems.push(...wholeEngines(spec, need?.nodesPerEngine ?? 1));
  return { min, max, desired };
}

/** Nodes that are not enough for one more engine would only cost. */
function wholeEngines(spec: NodeGroupSpec, nodes: number): Problem[] {
  return (["min", "max", "desired"] as const).flatMap((path) => {
    const value = spec[path];
    const rest = value === undefined ? 0 : value % nodes;
    if (value === undefined || rest === 0) return [];
    const [below, above] = [value - rest, value - rest + nodes];
    return [
      {
        path,
        value,
        message: `an engine needs ${nodes} nodes (nodesPerReplica), and ${value} leave ${rest} of them idle. Use ${below > 0 || path !== "max" ? `${below} or ` : ""}${above}.`,
      },
    ];
  });
}

/**
 * Whether the number of nodes is an autoscaler's or the user's once the group is made. Where there is nothing to choose it must follow: EKS
 * refuses a minimum above, and a maximum below, the number that a group keeps.
 */
export function planKeepsSize(
  spec: NodeGroupSpec,
  need: GroupNeed | undefined,
  { min, max }: NodeGroupPlan["scaling"],
  why: Explanations,
): boolean {
  const follows = need !== undefined && spec.min === undefined;
  const reason = follows
    ? "min is what the pools fill, so that more engines have more nodes at once"
    : "an autoscaler or you choose from min to max";
  return why.because("keepsSize", min < max && !follows, min === max ? "min and max are one number" : reason, "min");
}

/** Whether the group can ever have the GPUs that its pools need. */
export function budgetProblems(
  need: GroupNeed,
  taken: number,
  { scaling, gpusPerNode, maxGpus, instanceType }: NodeGroupPlan,
): Problem[] {
  const wanted = need.gpus + taken;
  if (wanted <= maxGpus) return [];
  const others = taken > 0 ? `, and other services ${taken} of the group's` : "";
  const nodes = Math.ceil(wanted / gpusPerNode);
  return [
    {
      path: "max",
      value: scaling.max,
      message: `the service needs ${need.gpus} GPUs${others}, but ${scaling.max} × ${instanceType} have ${maxGpus}. Use max: ${nodes}, or fewer or smaller engines.`,
    },
  ];
}
