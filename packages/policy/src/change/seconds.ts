import { podsOf } from "../kubernetes";
import { attempt } from "../rule";
import type { Fields, ResourceView } from "../view";

/** Longest stop of a pod, in seconds: its grace period. */
export function stopSeconds(resource: ResourceView): number {
  return read(resource, (spec) => spec.at("terminationGracePeriodSeconds").number() ?? 30);
}

/** Longest start of a pod, in seconds: the delay and budget of its startup probe; 0 where it has none. */
export function startSeconds(resource: ResourceView): number {
  return read(resource, (spec) => {
    const budgets = spec
      .at("containers")
      .items()
      .map((container) => {
        const probe = container.at("startupProbe");
        if (!probe.exists) return 0;
        const tries = (probe.at("failureThreshold").number() ?? 3) * (probe.at("periodSeconds").number() ?? 10);
        return (probe.at("initialDelaySeconds").number() ?? 0) + tries;
      });
    return Math.max(0, ...budgets);
  });
}

function read(resource: ResourceView, of: (spec: Fields) => number): number {
  let seconds = 0;
  attempt(resource.urn, () => {
    seconds = Math.max(0, ...podsOf(resource).map(({ spec }) => of(spec)));
    return [];
  });
  return seconds;
}
