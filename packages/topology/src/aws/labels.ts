import type { Problem, TaintPlan } from "../plan";
import { isBottlerocket } from "./amiType";

/** Keeps pods without GPUs away; the value is the only one that Node Feature Discovery tolerates. */
export const gpuTaint: TaintPlan = { key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" };

/** Labels that the library sets. NVIDIA's device plugin looks for the first; Bottlerocket brings its own, and two must not meet. */
export const ownLabels = (amiType: string): Record<string, string> =>
  isBottlerocket(amiType) ? {} : { "nvidia.com/gpu.present": "true" };

const owners: [RegExp, string][] = [
  [/^eks\.amazonaws\.com\//, "EKS"],
  [/^([^/]*\.)?(kubernetes|k8s)\.io\//, "Kubernetes"],
  [/^nvidia\.com\/gpu\.present$/, "this library"],
];

/** Labels that others own. */
export function labelProblems(labels: Record<string, string>): Problem[] {
  return Object.keys(labels).flatMap((key) => {
    const owner = owners.find(([pattern]) => pattern.test(key));
    return owner ? [{ path: `labels.${key}`, message: `belongs to ${owner[1]}. Use another name.` }] : [];
  });
}
