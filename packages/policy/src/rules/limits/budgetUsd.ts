import { findInstance, priceOf } from "@sonar-iac/topology";
import { podsOf } from "../../kubernetes";
import { NotHere, numberSetting, type Rule } from "../../rule";
import type { ResourceView } from "../../view";
import { mostGpus, withPods } from "./gpus";
import { makesNodes, mostNodesUsd } from "./nodes";
import { totalOf } from "./total";

/** The list price of everything with a GPU that the stack makes or fills, at its ceiling. */
export const budgetUsd: Rule = {
  name: "hourly-budget",
  description: "The stack's GPU nodes cost no more per hour than its budget, at their largest size.",
  severity: "medium",
  level: "mandatory",
  tags: ["cost"],
  remediation: "Lower maxSize, a NodePool's limits, replicas or the instance type, or raise budgetUsdPerHour.",
  scope: "stack",
  settings: {
    budgetUsdPerHour: {
      type: "number",
      minimum: 0,
      description: "on-demand list price that the stack may reach; not checked unless set",
    },
  },
  check: ({ resources, settings }) => {
    const budget = numberSetting(settings, "budgetUsdPerHour");
    if (budget === undefined) return [];
    const nodes = totalOf(resources.filter(makesNodes), (one) => mostNodesUsd(one, resources), 2);
    // nodes that exist are counted by the pods that fill them
    const made = nodes.sum > 0 || nodes.open.length > 0;
    const { sum, parts, open } = made ? nodes : totalOf(withPods(resources), (one) => podsUsd(one, resources), 2);
    if (sum <= budget) return open;
    return [
      ...open,
      {
        message: `${sum.toFixed(2)} USD per hour at list price are more than the budget of ${budget} (budgetUsdPerHour): ${parts.join(", ")}. Use fewer or smaller nodes, or raise the budget.`,
      },
    ];
  },
};

/** A workload's share of the nodes that its selector names. */
function podsUsd(resource: ResourceView, all: readonly ResourceView[]): number {
  const gpus = mostGpus(resource, all);
  if (gpus === 0) return 0;
  const type = podsOf(resource)[0]?.spec.at("nodeSelector", "node.kubernetes.io/instance-type").text();
  const instance = type === undefined ? undefined : findInstance(type);
  const price = type === undefined ? null : priceOf(type);
  if (instance === undefined || price === null)
    throw new NotHere(
      "the price of its nodes is not known: no node group is in this stack, and its nodeSelector names no instance type (node.kubernetes.io/instance-type)",
    );
  return (gpus / instance.gpuCount) * price.usdPerHour;
}
