import type * as pulumi from "@pulumi/pulumi";

/** Volumes that the tests add to engine pods, and where their containers see them. */
export interface Mounts {
  volumes: object[];
  volumeMounts: object[];
}

interface Pod {
  volumes: object[];
  containers: { name: string; volumeMounts: object[] }[];
  initContainers?: { volumeMounts?: object[] }[];
}

/** Adds the mounts to the pods of engines and of a KV cache, as a user adds what the library does not know. */
export const addMounts =
  (mounts: Mounts): pulumi.ResourceTransform =>
  async ({ type, props, opts }) => {
    const pods = podsOf(type, props);
    for (const pod of pods) {
      pod.volumes = [...pod.volumes, ...mounts.volumes];
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])])
        container.volumeMounts = [...(container.volumeMounts ?? []), ...mounts.volumeMounts];
    }
    return pods.length === 0 ? undefined : { props, opts };
  };

function podsOf(type: string, props: Record<string, unknown>): Pod[] {
  if (type === "kubernetes:apps/v1:StatefulSet" || type === "kubernetes:apps/v1:Deployment") {
    const pod = (props as { spec: { template: { spec: Pod } } }).spec.template.spec;
    return ["engine", "master", "store"].includes(pod.containers[0]?.name ?? "") ? [pod] : [];
  }
  if (!type.endsWith(":LeaderWorkerSet")) return [];
  const { leaderTemplate, workerTemplate } = (
    props as { spec: { leaderWorkerTemplate: Record<"leaderTemplate" | "workerTemplate", { spec: Pod }> } }
  ).spec.leaderWorkerTemplate;
  return [leaderTemplate.spec, workerTemplate.spec];
}
