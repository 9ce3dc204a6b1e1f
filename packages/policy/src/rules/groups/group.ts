import type { EngineView } from "../../engine";
import { podsOf } from "../../kubernetes";
import { kindOf, type ResourceView } from "../../view";

/** The engine that the pods of each group of a LeaderWorkerSet run together. */
export interface Group {
  resource: ResourceView;
  /** Pods of a group. Not known while it is read. */
  size: () => number;
  leader: EngineView;
  /** The leader's where one template makes both; undefined where the workers' template runs nothing that is known as an engine. */
  worker?: EngineView;
}

/** Groups whose leader runs an engine. */
export function groupsOf(engines: readonly EngineView[]): Group[] {
  return engines.flatMap((leader, index) => {
    const { resource, pod } = leader;
    const first = engines.findIndex((one) => one.resource === resource) === index;
    if (kindOf(resource) !== "LeaderWorkerSet" || !first || pod.part === "workers") return [];
    const worker =
      pod.part === undefined ? leader : engines.find((one) => one.resource === resource && one.pod.part === "workers");
    const size = () => podsOf(resource).reduce((sum, one) => sum + one.podsPerReplica(), 0);
    return [{ resource, size, leader, worker }];
  });
}
