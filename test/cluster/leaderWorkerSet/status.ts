import { label } from "./names";
import type { GroupState } from "./rollout";
import type { Condition, LeaderWorkerSet, Status } from "./types";

const count = <T>(items: T[], is: (item: T) => boolean) => items.filter(is).length;

/**
 * What a set says of itself. A rollout, or a change of size, has ended when `Available` is true and `observedGeneration` is the set's
 * generation.
 *
 * @param groups that are there, those that a smaller set no longer wants too
 */
export function statusOf(set: LeaderWorkerSet, groups: GroupState[], now: string): Status {
  const wanted = set.spec.replicas;
  const ready = count(groups, (group) => group.ready);
  const updated = count(groups, (group) => group.updated);
  const available = count(groups, (group) => group.ready && group.updated) === wanted && groups.length === wanted;
  const counted = `${ready} of ${wanted} groups are ready, ${updated} have the newest template.`;
  const condition = conditionOf(set, now);
  return {
    ...base(set),
    replicas: groups.length,
    readyReplicas: ready,
    updatedReplicas: updated,
    conditions: [
      condition("Available", available, available ? "AllGroupsReady" : "GroupsNotReady", counted),
      condition("Progressing", !available, available ? "AllGroupsReady" : "GroupsProgressing", counted),
      condition(
        "UpdateInProgress",
        updated < groups.length,
        updated < groups.length ? "GroupsUpdating" : "GroupsUpdated",
        counted,
      ),
    ],
  };
}

/** The status of a set that this controller cannot expand. */
export function refused(set: LeaderWorkerSet, reasons: string[], now: string): Status {
  const condition = conditionOf(set, now)("Available", false, "NotReproduced", reasons.join(" "));
  return { ...base(set), replicas: 0, readyReplicas: 0, updatedReplicas: 0, conditions: [condition] };
}

const base = ({ metadata: { name, generation = 0 } }: LeaderWorkerSet) => ({
  observedGeneration: generation,
  hpaPodSelector: `${label.set}=${name},${label.worker}=0`,
});

/** A condition keeps its time while its status stays. */
const conditionOf =
  (set: LeaderWorkerSet, now: string) =>
  (type: string, holds: boolean, reason: string, message: string): Condition => {
    const status = holds ? "True" : "False";
    const before = set.status?.conditions?.find((condition) => condition.type === type);
    const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now;
    return { type, status, reason, message, lastTransitionTime };
  };
