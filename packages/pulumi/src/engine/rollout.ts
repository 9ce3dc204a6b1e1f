import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { hash } from "../kube";

/**
 * Makes `pulumi up` wait until the pods of a StatefulSet have been replaced. The provider compares the set's status with its spec as soon as it has
 * written the spec, when the status is still the old one. This is a second write to the set for each new pod template, and the provider waits for it
 * in the same way. It says nothing new: what the provider reads back may be older than a write, and would then be taken for a difference.
 *
 * @param beside sets that roll out at the same time, since the pods of each wait for those of the others: all are written before any is waited for
 */
export function awaitRollout(
  name: string,
  statefulSet: k8s.apps.v1.StatefulSet,
  seconds: number,
  opts: pulumi.CustomResourceOptions,
  beside: pulumi.Resource[] = [],
): k8s.apps.v1.StatefulSetPatch {
  const { name: set, namespace, labels } = statefulSet.metadata;
  return new k8s.apps.v1.StatefulSetPatch(
    `${name}-rollout`,
    { metadata: { name: set, namespace, labels } },
    {
      ...opts,
      dependsOn: [statefulSet, ...beside],
      // with what transforms have made of it
      replacementTrigger: statefulSet.spec.template.apply((template) => hash(JSON.stringify(template))),
      customTimeouts: { create: `${seconds}s` },
    },
  );
}
