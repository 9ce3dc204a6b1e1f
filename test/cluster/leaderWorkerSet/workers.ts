import { annotation, label } from "./names";
import { ownedBy } from "./owner";
import { claims, withMetadata } from "./template";
import type { LeaderWorkerTemplate, Pod, StatefulSet } from "./types";

/**
 * The other pods of a leader's group. The leader owns them: they go with it.
 *
 * @param template the one that the leader was made from, which may be an earlier one than the set has now
 */
export function workerSet(leader: Pod, template: LeaderWorkerTemplate): StatefulSet {
  const { name, namespace, labels = {} } = leader.metadata;
  const of = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, labels[key] ?? ""]));
  const selected = of(label.set, label.group, label.groupKey);
  const all = { ...selected, ...of(label.revision) };
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name, namespace, labels: all, ownerReferences: ownedBy(leader) },
    spec: {
      replicas: template.size - 1,
      // the leader is number 0 of its group
      ordinals: { start: 1 },
      serviceName: labels[label.set],
      podManagementPolicy: "Parallel",
      selector: { matchLabels: selected },
      template: withMetadata(template.workerTemplate, {
        labels: all,
        annotations: { [annotation.size]: String(template.size), [annotation.leader]: name },
      }),
      ...claims(template),
    },
  };
}
