import { annotation, label } from "./names";
import { ownedBy } from "./owner";
import { claims, withMetadata } from "./template";
import type { LeaderWorkerSet, Resource, StatefulSet } from "./types";

/**
 * One leader for each group.
 *
 * @param revision of the set's template now
 * @param partition leaders below this number keep the template that they have
 */
export function leaderSet(set: LeaderWorkerSet, revision: string, partition: number): StatefulSet {
  const { name, namespace } = set.metadata;
  const { replicas, leaderWorkerTemplate: template } = set.spec;
  const leaders = { [label.set]: name, [label.worker]: "0" };
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: {
      name,
      namespace,
      labels: { [label.set]: name, [label.revision]: revision },
      annotations: { [annotation.replicas]: String(replicas) },
      ownerReferences: ownedBy(set),
    },
    spec: {
      replicas,
      serviceName: name,
      podManagementPolicy: "Parallel",
      selector: { matchLabels: leaders },
      template: withMetadata(template.leaderTemplate ?? template.workerTemplate, {
        labels: { ...leaders, [label.revision]: revision },
        annotations: { [annotation.size]: String(template.size) },
      }),
      ...claims(template),
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition } },
    },
  };
}

/** Names for all pods of a set, also before they are ready: a group must find its leader to become ready. */
export function headlessService(set: LeaderWorkerSet): Resource & { spec: object } {
  const { name, namespace } = set.metadata;
  const own = { [label.set]: name };
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace, labels: own, ownerReferences: ownedBy(set) },
    spec: { clusterIP: "None", publishNotReadyAddresses: true, selector: own },
  };
}
