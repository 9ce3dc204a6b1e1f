import type * as pulumi from "@pulumi/pulumi";

interface Container {
  name: string;
  image: string;
  resources: object;
}

interface PodSpec {
  nodeSelector?: object;
  initContainers?: Container[];
  containers: Container[];
}

/** Lets the pods of an example run on a test node: its images, little memory, any node. */
export const fitTestNodes =
  (images: { engine: string; gateway: string }): pulumi.ResourceTransform =>
  async ({ props, opts }) => {
    const pod = (props as { spec?: { template?: { spec?: PodSpec } } }).spec?.template?.spec;
    if (pod === undefined) return undefined;
    delete pod.nodeSelector;
    for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
      const gateway = container.name === "haproxy" || container.name === "keys";
      container.image = gateway ? images.gateway : images.engine;
      container.resources = { requests: { cpu: "50m", memory: "64Mi" } };
    }
    return { props, opts };
  };
