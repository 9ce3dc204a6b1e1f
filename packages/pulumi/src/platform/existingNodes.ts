import type { NodesArgs } from "@sonar-iac/topology";
import type { PodPlacement } from "./platform";

/** GPU nodes of a cluster: what they have and how pods get onto them. */
export type ExistingNodesArgs = NodesArgs;

/** GPU nodes that exist already, to be named once and used by several platforms. */
export class ExistingNodes {
  constructor(readonly args: ExistingNodesArgs) {}
}

/** How engine pods get onto GPU nodes that exist. */
export const placement = (nodes: NodesArgs): PodPlacement => ({
  ...(nodes.selector && Object.keys(nodes.selector).length > 0 && { nodeSelector: nodes.selector }),
  tolerations: nodes.tolerations ?? [
    { key: nodes.gpuResource ?? "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" },
  ],
});
