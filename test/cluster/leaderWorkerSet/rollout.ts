/** A group as a rollout looks at it. One that is not there is neither. */
export interface GroupState {
  /** All its pods are. */
  ready: boolean;
  /** All its pods are made from the newest template. */
  updated: boolean;
}

/**
 * Number of the lowest group that may have the newest template. From the highest down, a group that is ready is replaced only while fewer
 * than `maxUnavailable` are not; one that is not ready has nothing to lose.
 *
 * @param groups by number
 */
export function partition(groups: GroupState[], maxUnavailable: number): number {
  let unavailable = groups.filter(({ ready }) => !ready).length;
  let lowest = groups.length;
  for (const { ready, updated } of [...groups].reverse()) {
    if (ready && !updated && unavailable++ >= maxUnavailable) break;
    lowest--;
  }
  return lowest;
}

/** A number, or a percentage of all groups; at least one, else nothing would move. @default 1 */
export function unavailableGroups(value: number | string | undefined, replicas: number): number {
  const groups = typeof value === "string" ? Math.floor((Number.parseFloat(value) / 100) * replicas) : (value ?? 1);
  return Math.max(1, groups);
}
