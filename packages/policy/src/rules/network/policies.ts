import { type PodView, selecting } from "../../kubernetes";
import { kindOf, type ResourceView } from "../../view";

/** NetworkPolicies of the stack that say who may reach some of a template's pods, or every one. */
export function policiesFor(pod: PodView, resources: readonly ResourceView[], how: "some" | "every"): ResourceView[] {
  const all = resources.filter((one) => kindOf(one) === "NetworkPolicy");
  return selecting(pod, all, "podSelector", how).filter(({ fields }) => {
    const types = fields
      .at("spec", "policyTypes")
      .items()
      .map((type) => type.text());
    return types.length === 0 || types.includes("Ingress");
  });
}
