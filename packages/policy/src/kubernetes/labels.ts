import { Fields, isMap, kindOf, unknownValue } from "../view";
import type { PodView } from "./pods";

const podName = "statefulset.kubernetes.io/pod-name";
const podIndex = "apps.kubernetes.io/pod-index";
const workerIndex = "leaderworkerset.sigs.k8s.io/worker-index";
const groupIndex = "leaderworkerset.sigs.k8s.io/group-index";
const apart = [podName, podIndex, workerIndex, groupIndex];

/** Labels of a LeaderWorkerSet's pods with the set's name, by which others select them; a name that Pulumi makes is not known yet. */
export function groupLabels({ resource, labels }: PodView): Fields {
  const own = labels.rawValue;
  if (own !== null && !isMap(own)) return labels;
  const name = resource.fields.at("metadata", "name").rawValue ?? unknownValue;
  return new Fields({ "leaderworkerset.sigs.k8s.io/name": name, ...own }, resource.urn, labels.path);
}

/** Sets of labels that pods of a template have: one for all, or one for each pod where somebody asks for a label by which a controller tells its pods apart. */
export function labelSets(pod: PodView, asked: readonly string[]): Fields[] {
  if (!asked.some((key) => apart.includes(key))) return [pod.labels];
  const own = pod.labels.value;
  const kind = kindOf(pod.resource);
  const given = kind === "StatefulSet" ? ordinals(pod) : kind === "LeaderWorkerSet" ? ranks(pod) : [{}];
  return given.map((each) => new Fields({ ...(isMap(own) && own), ...each }, pod.resource.urn, pod.labels.path));
}

type Labels = Record<string, string | typeof unknownValue>;

function ordinals({ resource, replicas }: PodView): Labels[] {
  const name = resource.fields.at("metadata", "name").rawValue ?? unknownValue;
  const first = resource.fields.at("spec", "ordinals", "start").number() ?? 0;
  return count(replicas.number() ?? 1).map((index) => ({
    [podName]: name === unknownValue ? name : `${String(name)}-${first + index}`,
    [podIndex]: `${first + index}`,
  }));
}

function ranks({ replicas, part, podsPerReplica }: PodView): Labels[] {
  const first = part === "workers" ? 1 : 0;
  return count(replicas.number() ?? 1).flatMap((group) =>
    count(podsPerReplica()).map((index) => ({ [groupIndex]: `${group}`, [workerIndex]: `${first + index}` })),
  );
}

const count = (length: number) => Array.from({ length }, (_, index) => index);
