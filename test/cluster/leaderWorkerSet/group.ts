import { annotation, label, ordinal } from "./names";
import { controllerOf } from "./owner";
import type { GroupState } from "./rollout";
import type { Pod, StatefulSet } from "./types";

/** A leader with what belongs to it, and to none before it of the same name. */
export interface Group {
  index: number;
  leader: Pod;
  /** Not there before the leader is, nor in a group of one. */
  workers?: StatefulSet;
  pods: Pod[];
}

export function groupOf(leader: Pod, statefulSets: StatefulSet[], pods: Pod[]): Group {
  const workers = statefulSets.find((set) => controllerOf(set) === leader.metadata.uid);
  const others = workers ? pods.filter((pod) => controllerOf(pod) === workers.metadata.uid) : [];
  return { index: ordinal(leader.metadata.name), leader, ...(workers && { workers }), pods: [leader, ...others] };
}

/** Pods of the leader's group, as it was made. */
export const sizeOf = (leader: Pod) => Number(leader.metadata.annotations?.[annotation.size]);

export const isLeaving = ({ metadata }: Pod) => metadata.deletionTimestamp !== undefined;

export const isReady = (pod: Pod) =>
  !isLeaving(pod) &&
  (pod.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ?? false);

const hasRestarted = ({ status }: Pod) =>
  [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])].some(
    ({ restartCount }) => restartCount > 0,
  );

/**
 * Whether a pod of the group has been restarted or deleted.
 *
 * @param lost uids of StatefulSets of which a pod was deleted: it may be gone, and replaced, before anybody looks
 */
export const isBroken = ({ pods, workers }: Group, lost: ReadonlySet<string>) =>
  pods.some((pod) => isLeaving(pod) || hasRestarted(pod)) || lost.has(workers?.metadata.uid ?? "");

export function stateOf({ leader, workers }: Group, revision: string): GroupState {
  const alone = sizeOf(leader) === 1;
  const made = ({ metadata }: Pod | StatefulSet) => metadata.labels?.[label.revision] === revision;
  return {
    ready: isReady(leader) && (alone || (workers !== undefined && allReady(workers))),
    updated: made(leader) && (alone || (workers !== undefined && made(workers))),
  };
}

const allReady = ({ metadata, spec, status }: StatefulSet) =>
  status?.observedGeneration === metadata.generation && status?.readyReplicas === spec.replicas;
