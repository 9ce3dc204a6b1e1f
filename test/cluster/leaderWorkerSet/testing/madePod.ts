import { inject } from "../inject";
import { ownedBy } from "../owner";
import type { Pod, PodTemplate, StatefulSet } from "../types";

/** The pod that Kubernetes' own controller makes of a StatefulSet, as it is admitted. */
export function madePod(set: StatefulSet, number: number, revision: string): Pod {
  const name = `${set.metadata.name}-${number}`;
  const { metadata, spec } = set.spec.template as PodTemplate;
  return inject({
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      generateName: `${set.metadata.name}-`,
      namespace: set.metadata.namespace,
      annotations: metadata?.annotations,
      labels: {
        ...metadata?.labels,
        "apps.kubernetes.io/pod-index": String(number),
        "controller-revision-hash": revision,
        "statefulset.kubernetes.io/pod-name": name,
      },
      ownerReferences: ownedBy(set),
    },
    spec: { ...spec, hostname: name, subdomain: set.spec.serviceName as string },
  });
}
