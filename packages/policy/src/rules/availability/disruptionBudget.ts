import { type PodView, replicasOf, selecting, servingKinds } from "../../kubernetes";
import { over, type Rule } from "../../rule";
import { kindOf, objectName, type ResourceView, titleOf } from "../../view";

/** Node upgrades evict all engines at once unless a budget holds them back, and never end if it holds back every one. */
export const disruptionBudget: Rule = {
  name: "disruption-budget",
  description: "A PodDisruptionBudget lets engines be evicted, one after the other.",
  severity: "medium",
  level: "advisory",
  tags: ["availability"],
  remediation: "Add a PodDisruptionBudget with maxUnavailable: 1 that selects the engine pods.",
  scope: "stack",
  check: ({ resources, engines }) =>
    over(
      // a group goes with its leader
      engines.filter(({ resource, pod }) => servingKinds.includes(kindOf(resource) ?? "") && pod.part !== "workers"),
      ({ pod, resource }) => {
        const budgets = selecting(
          pod,
          resources.filter((one) => kindOf(one) === "PodDisruptionBudget"),
          "selector",
          "some",
        );
        if (budgets.length === 0)
          return `no PodDisruptionBudget of this stack selects the pods of ${objectName(resource)}: a node upgrade may evict all at once. Add one with maxUnavailable: 1.`;
        return budgets.flatMap((budget) => blocking(budget, pod));
      },
    ),
};

function blocking(budget: ResourceView, pod: PodView): string[] {
  const [least, most] = ["minAvailable", "maxUnavailable"].map((name) => budget.fields.at("spec", name).text());
  const pods = replicasOf(pod) * pod.podsPerReplica();
  const blocks =
    (most !== undefined && /^0%?$/.test(most)) ||
    (least !== undefined && (least.endsWith("%") ? Number.parseInt(least, 10) >= 100 : Number(least) >= pods));
  if (!blocks) return [];
  const says =
    most !== undefined ? `maxUnavailable: ${most}` : `minAvailable: ${least} of ${pods} pod${pods === 1 ? "" : "s"}`;
  return [
    `${titleOf(budget)} with ${says} lets no pod go, so that no node can ever be drained. Use maxUnavailable: 1.`,
  ];
}
