import type * as pulumi from "@pulumi/pulumi";

/** Volumes that the tests add to engine pods, and where their containers see them. */
export interface Mounts {
  volumes: object[];
  volumeMounts: object[];
}

interface StatefulSet {
  spec: { template: { spec: { volumes: object[]; containers: { volumeMounts: object[] }[] } } };
}

/** Adds the mounts to the engines' StatefulSet, as a user adds what the library does not know. */
export const addMounts =
  (mounts: Mounts): pulumi.ResourceTransform =>
  async ({ type, props, opts }) => {
    if (type !== "kubernetes:apps/v1:StatefulSet") return undefined;
    const pod = (props as StatefulSet).spec.template.spec;
    pod.volumes = [...pod.volumes, ...mounts.volumes];
    for (const container of pod.containers)
      container.volumeMounts = [...container.volumeMounts, ...mounts.volumeMounts];
    return { props, opts };
  };
