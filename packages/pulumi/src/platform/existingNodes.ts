import { findInstance, type NodesArgs } from "@sonar-iac/topology";
import type { PodPlacement } from "./platform";

/** GPU nodes of a cluster: what they have and how pods get onto them. */
export type ExistingNodesArgs = NodesArgs;

/** GPU nodes that exist already, to be named once and used by several platforms. */
export class ExistingNodes {
  constructor(readonly args: ExistingNodesArgs) {}
}

/** How engine pods get onto GPU nodes that exist; what a pod with so many GPUs gets of a node's adapters. */
export const placement = (nodes: NodesArgs, gpus: number): PodPlacement => ({
  devices: {
    ...shareOf(nodes, gpus),
    ...(nodes.hugePagesMiB !== undefined && { "hugepages-2Mi": `${nodes.hugePagesMiB}Mi` }),
  },
  ...(nodes.selector && Object.keys(nodes.selector).length > 0 && { nodeSelector: nodes.selector }),
  tolerations: nodes.tolerations ?? [
    { key: nodes.gpuResource ?? "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" },
  ],
});

/** Whole adapters, at least one. */
const shareOf = ({ rdmaDevices = {}, gpusPerNode, instanceType }: NodesArgs, gpus: number) => {
  const all = gpusPerNode ?? findInstance(instanceType ?? "")?.gpuCount ?? gpus;
  const share = (number: number) => Math.max(1, Math.floor((number * gpus) / all));
  return Object.fromEntries(Object.entries(rdmaDevices).map(([name, number]) => [name, share(number)]));
};
