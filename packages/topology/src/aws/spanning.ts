import { findInstance } from "../hardware";
import type { NodeGroupPlan, Problem } from "../plan";

/** Engines of several nodes on nodes whose adapters are left unused. */
export function adapterWarnings({ instanceType, efaInterfaces }: NodeGroupPlan, nodesPerEngine: number): Problem[] {
  const adapters = findInstance(instanceType)?.efaInterfaces ?? 0;
  if (nodesPerEngine === 1 || efaInterfaces > 0 || adapters === 0) return [];
  return [
    {
      path: "efa",
      message: `an engine spans ${nodesPerEngine} nodes, whose ranks would talk over TCP although a ${instanceType} has ${adapters} Elastic Fabric Adapters. Use efa: true, with an image that has libfabric's plugin for NCCL.`,
    },
  ];
}
