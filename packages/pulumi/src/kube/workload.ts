import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";

/**
 * What stands beside every workload: an account without rights, and a budget that lets drains take one pod at a time.
 * A pod that never became healthy does not hold up a drain. Returns the account's name.
 */
export function accountAndBudget(
  name: string,
  metadata: k8s.types.input.meta.v1.ObjectMeta,
  selector: Record<string, string>,
  opts: pulumi.CustomResourceOptions,
  accountAnnotations: Record<string, pulumi.Input<string>> = {},
): pulumi.Output<string> {
  new k8s.policy.v1.PodDisruptionBudget(
    name,
    {
      metadata,
      spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow", selector: { matchLabels: selector } },
    },
    opts,
  );
  const annotated = Object.keys(accountAnnotations).length > 0 && { annotations: accountAnnotations };
  return new k8s.core.v1.ServiceAccount(
    name,
    { metadata: { ...metadata, ...annotated }, automountServiceAccountToken: false },
    opts,
  ).metadata.name;
}
