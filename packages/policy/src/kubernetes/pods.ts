import { type Fields, kindOf, type ResourceView } from "../view";
import { groupLabels } from "./labels";

/** Values of variables that a controller gives to its pods; a place where a value comes later. */
export type GivenVariables = Readonly<Record<string, string | Fields>>;

/** Pods of one template of a workload. */
export interface PodView {
  resource: ResourceView;
  /** The pod's spec. */
  spec: Fields;
  /** The pod's labels, with those that its controller adds. */
  labels: Fields;
  /** Copies of the workload: StatefulSet pods, groups of a LeaderWorkerSet, pods of a Job at a time. Not known while it is read. */
  replicas: Fields;
  /** Pods that a Job is done with, which are never more at a time. */
  completions?: Fields;
  /** Pods of this template in each copy. Read where needed. */
  podsPerReplica: () => number;
  /** What pods of the template are in a group: its leader, or its workers; absent where one template makes both. */
  part?: "leader" | "workers";
  /** Variables that its controller gives to each pod of the template, as far as they are known. */
  given?: () => GivenVariables;
  /** Names of claims that each pod gets for itself. */
  ownClaims: () => string[];
}

/** Kinds of workloads that serve for as long as they are there, and go on elsewhere when a node goes. */
export const servingKinds: readonly string[] = ["Deployment", "StatefulSet", "LeaderWorkerSet", "Rollout"];
const templated = [...servingKinds, "ReplicaSet", "DaemonSet"];

/** The pods that a resource makes; none for what makes no pods. */
export const podsOf = (resource: ResourceView): PodView[] => podsOfKind(kindOf(resource), resource);

/** What a patch of a workload says of its pods. */
export function patchedPods(resource: ResourceView): PodView[] {
  const [, patched] = /^kubernetes:[^:]+:(.+)Patch$/.exec(resource.type) ?? [];
  return podsOfKind(patched, resource);
}

function podsOfKind(kind: string | undefined, resource: ResourceView): PodView[] {
  const spec = resource.fields.at("spec");
  const view = (pod: Fields, labels: Fields, podsPerReplica = () => 1): PodView => ({
    resource,
    spec: pod,
    labels,
    replicas: spec.at("replicas"),
    podsPerReplica,
    ownClaims: () =>
      spec
        .at("volumeClaimTemplates")
        .items()
        .flatMap((claim) => claim.at("metadata", "name").text() ?? []),
  });
  const of = (template: Fields, pods?: () => number) =>
    view(template.at("spec"), template.at("metadata", "labels"), pods);
  if (kind === "Pod") return [view(spec, resource.fields.at("metadata", "labels"))];
  const job = kind === "CronJob" ? spec.at("jobTemplate", "spec") : spec;
  if (kind === "CronJob" || kind === "Job")
    return [{ ...of(job.at("template")), replicas: job.at("parallelism"), completions: job.at("completions") }];
  if (kind === "LeaderWorkerSet")
    return groupPods(spec.at("leaderWorkerTemplate"), of).map((pod) => ({
      ...pod,
      labels: groupLabels(pod),
      given: () => groupVariables(pod, spec.at("leaderWorkerTemplate", "size")),
    }));
  return kind !== undefined && templated.includes(kind) ? [of(spec.at("template"))] : [];
}

/** A leader's pods, where they differ, and workers'. */
function groupPods(group: Fields, of: (template: Fields, pods?: () => number) => PodView): PodView[] {
  const size = () => group.at("size").number() ?? 1;
  const leader = group.at("leaderTemplate");
  const workers = group.at("workerTemplate");
  if (leader.known && !leader.exists) return [of(workers, size)];
  return [
    { ...of(leader), part: "leader" },
    { ...of(workers, () => size() - 1), part: "workers" },
  ];
}

/** What the controller of LeaderWorkerSets tells pods: the group's size, and which of its pods they are. */
function groupVariables({ part }: PodView, given: Fields): GivenVariables {
  if (!given.known) return { LWS_GROUP_SIZE: given, ...(part === "leader" && { LWS_WORKER_INDEX: "0" }) };
  const size = given.number() ?? 1;
  const index = part === "leader" || size === 1 ? 0 : part === "workers" && size === 2 ? 1 : undefined;
  return { LWS_GROUP_SIZE: `${size}`, ...(index !== undefined && { LWS_WORKER_INDEX: `${index}` }) };
}

/** Containers that run as long as their pod: native sidecars are init containers that restart always. */
export function containersOf({ spec }: PodView): Fields[] {
  const sidecars = spec.at("initContainers");
  return [...spec.at("containers").items(), ...(sidecars.known ? sidecars.items().filter(staysUp) : [])];
}

function staysUp(container: Fields): boolean {
  const policy = container.known ? container.at("restartPolicy") : undefined;
  return policy?.known === true && policy.text() === "Always";
}

/** The same, and init containers that end. */
export function allContainersOf({ spec }: PodView): Fields[] {
  return [...spec.at("containers").items(), ...spec.at("initContainers").items()];
}

/** Copies that a workload has; 1 where it does not say. */
export function replicasOf({ replicas, completions }: PodView): number {
  return Math.min(replicas.number() ?? 1, completions?.number() ?? Number.POSITIVE_INFINITY);
}
