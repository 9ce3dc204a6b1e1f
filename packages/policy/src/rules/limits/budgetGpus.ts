import { numberSetting, type Outcome, type Rule } from "../../rule";
import { mostGpus, withPods } from "./gpus";
import { makesNodes, mostNodeGpus } from "./nodes";
import { type Total, totalOf } from "./total";

/** Pods beyond the budget stay Pending, or buy nodes. */
export const budgetGpus: Rule = {
  name: "gpu-budget",
  description: "The stack's pods and nodes have no more GPUs than its budget, even scaled to their ceiling.",
  severity: "medium",
  level: "mandatory",
  tags: ["cost", "gpu"],
  remediation:
    "Lower replicas, an autoscaler's ceiling, the parallel sizes or the largest size of node groups and NodePools, or raise budgetGpus.",
  scope: "stack",
  settings: {
    budgetGpus: {
      type: "integer",
      minimum: 0,
      description: "GPUs that the stack's pods, and its nodes, may have; not checked unless set",
    },
  },
  check: ({ resources, settings }) => {
    const budget = numberSetting(settings, "budgetGpus");
    if (budget === undefined) return [];
    const pods = totalOf(withPods(resources), (one) => mostGpus(one, resources));
    const nodes = totalOf(resources.filter(makesNodes), (one) => mostNodeGpus(one, resources));
    return [
      ...pods.open,
      ...nodes.open,
      ...above(pods, budget, "GPUs", "Use fewer replicas"),
      ...above(nodes, budget, "GPUs of nodes", "Lower maxSize, or a NodePool's spec.limits"),
    ];
  },
};

function above({ sum, parts }: Total, budget: number, what: string, way: string): Outcome[] {
  if (sum <= budget) return [];
  return [
    {
      message: `${sum} ${what} are more than the budget of ${budget} (budgetGpus): ${parts.join(", ")}. ${way}, or raise the budget.`,
    },
  ];
}
