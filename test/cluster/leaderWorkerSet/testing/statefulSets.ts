import { isReady } from "../group";
import { ordinal } from "../names";
import { controllerOf } from "../owner";
import type { Pod, StatefulSet } from "../types";
import { madePod } from "./madePod";
import type { Simulation } from "./simulation";

/** A StatefulSet with what its pods were made from before the rollout that goes on. */
export interface Kept {
  set: StatefulSet;
  stable: StatefulSet;
}

const revision = ({ spec }: StatefulSet) => JSON.stringify(spec.template);
const isOf = (set: StatefulSet) => (pod: Pod) => pod.metadata.labels?.["controller-revision-hash"] === revision(set);

/** What Kubernetes' controller does for a set of Parallel pods: all that are missing at once, a new template from the highest pod down. */
export function rollStatefulSet(kept: Kept, cluster: Simulation): void {
  const { set } = kept;
  const start = (set.spec.ordinals as { start: number } | undefined)?.start ?? 0;
  const lowest = set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
  const own = () => cluster.pods.filter((pod) => controllerOf(pod) === set.metadata.uid);
  for (const pod of own()) if (ordinal(pod.metadata.name) >= start + set.spec.replicas) cluster.remove(pod);
  for (let number = start; number < start + set.spec.replicas; number++) {
    if (cluster.pods.some(({ metadata }) => metadata.name === `${set.metadata.name}-${number}`)) continue;
    const from = number >= lowest ? set : kept.stable;
    const pod = madePod({ ...from, metadata: set.metadata }, number, revision(from));
    pod.metadata.uid = cluster.newUid();
    cluster.pods.push(pod);
  }
  for (const pod of own().reverse()) {
    if (ordinal(pod.metadata.name) < lowest) break;
    if (!isOf(set)(pod)) cluster.remove(pod);
    if (!isOf(set)(pod) || !isReady(pod)) break;
  }
  if (own().every(isOf(set)) && own().every(isReady)) kept.stable = set;
  const ready = own().filter(isReady).length;
  set.status = { observedGeneration: set.metadata.generation, replicas: own().length, readyReplicas: ready };
}
