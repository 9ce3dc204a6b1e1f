import { createHash } from "node:crypto";
import { annotation, label, ordinal } from "./names";
import type { Container, Pod } from "./types";

/**
 * A pod of a group as it is admitted: it knows its number, its group and how to reach its leader.
 *
 * @throws Error for a pod that has a set's label, but was not made from a set
 */
export function inject(pod: Pod): Pod {
  const { name, namespace, labels = {}, annotations = {} } = pod.metadata;
  const size = annotations[annotation.size];
  if (size === undefined)
    throw new Error(`pod ${name} has the label ${label.set}, but not the annotation ${annotation.size}`);
  const leads = labels[label.worker] === "0";
  const own: Record<string, string> = leads
    ? { [label.group]: String(ordinal(name)), [label.groupKey]: groupKey(namespace, name) }
    : { [label.worker]: String(ordinal(name)) };
  const leader = annotations[annotation.leader] ?? name;
  const env = [
    { name: "LWS_LEADER_ADDRESS", value: `${leader}.${pod.spec.subdomain}.${namespace}` },
    { name: "LWS_GROUP_SIZE", value: size },
    { name: "LWS_WORKER_INDEX", value: leads ? "0" : String(ordinal(name)) },
  ];
  const { containers, initContainers } = pod.spec;
  return {
    ...pod,
    metadata: { ...pod.metadata, labels: { ...labels, ...own } },
    spec: {
      ...pod.spec,
      containers: containers.map((container) => withEnv(container, env)),
      ...(initContainers && { initContainers: initContainers.map((container) => withEnv(container, env)) }),
    },
  };
}

/** Tells groups of all sets apart, and stays when a group is made anew. */
const groupKey = (namespace: string | undefined, leader: string) =>
  createHash("sha1").update(`${namespace}/${leader}`).digest("hex");

/** First, so that later variables may refer to these; what the container sets itself stays. */
function withEnv(container: Container, env: { name: string; value: string }[]): Container {
  const present = container.env ?? [];
  const missing = env.filter(({ name }) => !present.some((variable) => variable.name === name));
  return { ...container, env: [...missing, ...present] };
}
