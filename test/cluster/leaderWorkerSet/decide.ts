import { type Group, groupOf, isBroken, isLeaving, isReady, sizeOf, stateOf } from "./group";
import { headlessService, leaderSet } from "./leaders";
import { label } from "./names";
import { controllerOf } from "./owner";
import { keptRevision, revisionOf, templateOf } from "./revision";
import { type GroupState, partition, unavailableGroups } from "./rollout";
import { refused, statusOf } from "./status";
import type { ControllerRevision, LeaderWorkerSet, Pod, Resource, StatefulSet, Status } from "./types";
import { unsupported } from "./unsupported";
import { workerSet } from "./workers";

/** A set and all that carries its label. */
export interface Seen {
  set: LeaderWorkerSet;
  statefulSets: StatefulSet[];
  pods: Pod[];
  revisions: ControllerRevision[];
  /** uids of StatefulSets that have lost a pod. */
  lost: ReadonlySet<string>;
}

export interface Decision {
  apply: Resource[];
  /** Leaders that go, and take their groups with them. */
  remove: Pod[];
  status: Status;
}

/** What is to be done for a set, from nothing but what is there now. */
export function decide(seen: Seen, now: string): Decision {
  const { set } = seen;
  const faults = unsupported(set);
  if (faults.length > 0) return { apply: [], remove: [], status: refused(set, faults, now) };
  const revision = revisionOf(set);
  const kept = templateOf(seen.revisions, revision) ? [] : [keptRevision(set, revision)];
  const leaders = seen.statefulSets.find((candidate) => controllerOf(candidate) === set.metadata.uid);
  const groups = seen.pods
    .filter((pod) => leaders && controllerOf(pod) === leaders.metadata.uid)
    .map((leader) => groupOf(leader, seen.statefulSets, seen.pods));
  const broken = recreates(set) ? groups.filter((group) => isBroken(group, seen.lost)) : [];
  const whole = groups.filter((group) => !broken.includes(group) && !isLeaving(group.leader));
  return {
    apply: [
      ...kept,
      leaderSet(set, revision, nextPartition(set, revision, leaders, groups)),
      headlessService(set),
      ...whole.flatMap((group) => missingWorkers(group, seen)),
    ],
    remove: broken.map(({ leader }) => leader).filter((leader) => !isLeaving(leader)),
    status: statusOf(
      set,
      groups.map((group) => stateOf(group, revision)),
      now,
    ),
  };
}

const recreates = ({ spec }: LeaderWorkerSet) =>
  spec.leaderWorkerTemplate.restartPolicy === "RecreateGroupOnPodRestart";

/** Workers are made once for a leader; another template makes another leader. */
function missingWorkers({ leader, workers }: Group, { set, statefulSets, revisions }: Seen): StatefulSet[] {
  if (workers || sizeOf(leader) === 1) return [];
  if (set.spec.startupPolicy === "LeaderReady" && !isReady(leader)) return [];
  // those of the leader before it have the same name, and are on their way out
  if (statefulSets.some(({ metadata }) => metadata.name === leader.metadata.name)) return [];
  const revision = leader.metadata.labels?.[label.revision] ?? "";
  const template = revision === revisionOf(set) ? set.spec.leaderWorkerTemplate : templateOf(revisions, revision);
  if (!template) throw new Error(`leader ${leader.metadata.name} is of revision ${revision}, which is not kept`);
  return [workerSet(leader, template)];
}

/** Within one rollout the partition only falls; outside of one it is 0, whatever becomes of a group. */
function nextPartition(
  set: LeaderWorkerSet,
  revision: string,
  leaders: StatefulSet | undefined,
  groups: Group[],
): number {
  if (!leaders) return 0;
  const same = leaders.metadata.labels?.[label.revision] === revision;
  const before = leaders.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  const states = Array.from({ length: set.spec.replicas }, (_, index): GroupState => {
    const group = groups.find((candidate) => candidate.index === index);
    return group ? stateOf(group, revision) : { ready: false, updated: false };
  });
  const { maxUnavailable } = set.spec.rolloutStrategy?.rollingUpdateConfiguration ?? {};
  const next = partition(states, unavailableGroups(maxUnavailable, set.spec.replicas));
  return same ? Math.min(before, next) : next;
}
