import { label } from "../names";
import type { Pod, Resource } from "../types";

/** Another on every cluster: hashes of templates, and what counts or dates an object. */
const others = ["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "deletionTimestamp"];
const hashes = [label.revision, "controller-revision-hash"];

/** What Kubernetes adds to every pod, and the recording leaves out: where it runs, its service account's token and what it tolerates. */
const ofEveryPod = ["nodeName", "tolerations"];
const isToken = ({ name }: { name: string }) => name.startsWith("kube-api-access-");

/** An object without what is another on every cluster. That it has hashes counts, their values do not. */
export function asRecorded(object: Resource): unknown {
  const { metadata, spec, ...rest } = structuredClone(object) as Pod & Record<string, unknown>;
  remove(metadata, others);
  for (const labels of [metadata.labels, (spec as { template?: Pod }).template?.metadata.labels])
    for (const hash of hashes) if (labels && hash in labels) labels[hash] = "a hash";
  for (const owner of metadata.ownerReferences ?? []) remove(owner, ["uid"]);
  remove(rest, ["status"]);
  if (object.kind === "Pod") withoutToken(spec);
  return { ...rest, metadata, spec };
}

function remove(from: object | undefined, names: string[]): void {
  for (const name of names) if (from) delete (from as Record<string, unknown>)[name];
}

interface Mounted {
  volumes?: { name: string }[];
  containers: { volumeMounts?: { name: string }[] }[];
}

function withoutToken(spec: object): void {
  remove(spec, ofEveryPod);
  const pod = spec as Mounted;
  pod.volumes = pod.volumes?.filter((volume) => !isToken(volume));
  for (const container of pod.containers)
    container.volumeMounts = container.volumeMounts?.filter((mount) => !isToken(mount));
}
