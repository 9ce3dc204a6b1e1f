import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { hash } from "../kube";

/**
 * Makes `pulumi up` wait until the pods of a StatefulSet have been replaced. The provider compares the set's status with its spec as soon as it has
 * written the spec, when the status is still the old one; this annotation is written after that, and waited for in the same way.
 */
export function awaitRollout(
  name: string,
  statefulSet: k8s.apps.v1.StatefulSet,
  seconds: number,
  opts: pulumi.CustomResourceOptions,
): k8s.apps.v1.StatefulSetPatch {
  const timeout = `${seconds}s`;
  return new k8s.apps.v1.StatefulSetPatch(
    `${name}-rollout`,
    {
      metadata: {
        name: statefulSet.metadata.name,
        namespace: statefulSet.metadata.namespace,
        annotations: {
          "sonar/rolled-out": statefulSet.spec.template.apply((template) => hash(JSON.stringify(template))),
        },
      },
    },
    { ...opts, dependsOn: [statefulSet], customTimeouts: { create: timeout, update: timeout } },
  );
}
