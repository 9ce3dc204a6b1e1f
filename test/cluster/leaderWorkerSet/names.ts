const prefix = "leaderworkerset.sigs.k8s.io";

export const apiVersion = "leaderworkerset.x-k8s.io/v1";
export const kind = "LeaderWorkerSet";

/** Labels by which pods and StatefulSets belong to a set, a group and a revision. */
export const label = {
  set: `${prefix}/name`,
  group: `${prefix}/group-index`,
  groupKey: `${prefix}/group-key`,
  worker: `${prefix}/worker-index`,
  revision: `${prefix}/template-revision-hash`,
};

export const annotation = {
  size: `${prefix}/size`,
  replicas: `${prefix}/replicas`,
  leader: `${prefix}/leader-name`,
};

/** The number at the end of a pod's name. @throws Error when there is none */
export function ordinal(name: string): number {
  const digits = /-(\d+)$/.exec(name)?.[1];
  if (digits === undefined) throw new Error(`pod ${name} has no number at the end of its name: no StatefulSet made it`);
  return Number(digits);
}
