import { type PodView, podsOf, replicasOf, servingKinds } from "../../kubernetes";
import { over, type Rule } from "../../rule";
import { type Fields, kindOf, type ResourceView, sameNamespace, titleOf } from "../../view";
import { modesOf, sharedClaims } from "./claims";

/** A volume of one node keeps all other replicas pending, and a new pod waits for the old one that waits for the new one. */
export const oneNodeClaims: Rule = {
  name: "no-shared-single-node-claim",
  description: "Pods do not share a claim that only one node can mount.",
  severity: "high",
  level: "mandatory",
  tags: ["storage", "availability"],
  remediation:
    "Share weights through a ReadWriteMany (or ReadOnlyMany) claim, or give each pod its own with volumeClaimTemplates.",
  scope: "stack",
  check: ({ resources, engines }) => {
    const all = resources.flatMap(podsOf);
    return over(
      all.filter((pod) => engines.some((engine) => engine.resource === pod.resource)),
      (pod) =>
        sharedClaims(pod, resources)
          .filter(({ spec }) => modesOf(spec).length > 0 && modesOf(spec).every((mode) => /^ReadWriteOnce/.test(mode)))
          .flatMap(({ claim }) => problemOf(pod, claim, all) ?? []),
    );
  },
};

function problemOf(pod: PodView, claim: string, all: readonly PodView[]): string | undefined {
  const pods = podsIn(pod);
  if (pods > 1)
    return `${pods} pods cannot share the claim "${claim}", which is ReadWriteOnce: all but those on one node would stay Pending. Use accessModes [ReadWriteMany], or volumeClaimTemplates.`;
  if (pods === 0) return undefined;
  // what ends, such as a Job that fetches weights, gives a claim back
  const others = all.filter((one) => one !== pod && stays(one) && mounts(one, pod, claim) && podsIn(one) > 0);
  if (others.length > 0)
    return `the claim "${claim}", which is ReadWriteOnce, is mounted by ${[pod, ...others].map(nameOf).join(" and ")}: all but those on one node would stay Pending. Use accessModes [ReadWriteMany], or a claim for each.`;
  if (!surges(pod.resource)) return undefined;
  return `an update starts the new pod before the old one has left the claim "${claim}", which is ReadWriteOnce. Use strategy Recreate, a StatefulSet, or accessModes [ReadWriteMany].`;
}

const podsIn = (pod: PodView) => replicasOf(pod) * pod.podsPerReplica();
const stays = ({ resource }: PodView) => [...servingKinds, "ReplicaSet", "DaemonSet"].includes(kindOf(resource) ?? "");
const nameOf = ({ resource, part }: PodView) => `${titleOf(resource)}${part === undefined ? "" : ` (${part})`}`;

/** Whether pods of another template have the claim, too; one whose claims come later is left open by itself. */
function mounts(other: PodView, { resource }: PodView, claim: string): boolean {
  const volumes = other.spec.at("volumes");
  return (
    sameNamespace(other.resource, resource) &&
    volumes.known &&
    volumes.items().some((volume) => {
      const name = volume.at("persistentVolumeClaim", "claimName");
      return name.known && name.text() === claim;
    })
  );
}

/** Whether a workload starts a new pod before an old one is gone, as Deployments and Rollouts do unless they are told otherwise. */
function surges(resource: ResourceView): boolean {
  const strategy = resource.fields.at("spec", "strategy");
  switch (kindOf(resource)) {
    case "Deployment":
      return strategy.at("type").text() !== "Recreate" && !isNone(strategy.at("rollingUpdate", "maxSurge"));
    case "Rollout":
      return strategy.at("blueGreen").exists || !isNone(strategy.at("canary", "maxSurge"));
    default:
      return false;
  }
}

const isNone = (share: Fields) => /^0%?$/.test(share.text() ?? "25%");
