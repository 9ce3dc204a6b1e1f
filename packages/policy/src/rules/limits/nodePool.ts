import { findInstance } from "@sonar-iac/topology";
import type { ResourceView } from "../../view";

/** Instance types that a NodePool of Karpenter is held to; none where it may take any. */
export const typesOfPool = (pool: ResourceView): string[] => allowed(pool, "node.kubernetes.io/instance-type") ?? [];

/** Kinds of capacity that a NodePool takes, such as `spot`; none where it does not say. */
export const capacityTypesOf = (pool: ResourceView): string[] => allowed(pool, "karpenter.sh/capacity-type") ?? [];

/** Whether nodes of a NodePool may have GPUs: unless it is held to types, families or categories without. */
export function mayHaveGpus(pool: ResourceView): boolean {
  const named = allowed(pool, "node.kubernetes.io/instance-type");
  if (named !== undefined) return named.some((type) => findInstance(type) !== undefined);
  const kinds =
    allowed(pool, "karpenter.k8s.aws/instance-category") ?? allowed(pool, "karpenter.k8s.aws/instance-family");
  // types with NVIDIA's GPUs begin with g or p
  return kinds === undefined || kinds.some((kind) => /^[gp]/.test(kind));
}

/** Values that a requirement allows; undefined where there is none. */
function allowed({ fields }: ResourceView, key: string): string[] | undefined {
  const found = fields
    .at("spec", "template", "spec", "requirements")
    .items()
    .find((one) => one.at("key").text() === key && one.at("operator").text() === "In");
  return found
    ?.at("values")
    .items()
    .flatMap((value) => value.text() ?? []);
}
