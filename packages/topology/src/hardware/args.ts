import { z } from "zod";
import { map, number, object, text, wholeNumber } from "../check";
import type { Explanations, Problem } from "../plan";
import { findInstance, type InstanceType, nearInstances, priceOf } from "./instances";

/** GPU nodes that exist or will. */
export interface NodesArgs {
  /** EC2 instance type: gives GPUs, memory and price. Leave it out for other machines. */
  instanceType?: string;
  /** GPUs that a node offers. @default those of `instanceType` */
  gpusPerNode?: number;
  /** Memory of one GPU in GiB, for the memory estimate. @default that of `instanceType` */
  gpuMemoryGiB?: number;
  /** Labels that a GPU node has. @default {} */
  selector?: Record<string, string>;
  /** Taints that engine pods accept. @default any `nvidia.com/gpu` taint */
  tolerations?: {
    key?: string;
    operator?: "Exists" | "Equal";
    value?: string;
    effect?: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
  }[];
  /** Resource that counts GPUs. @default "nvidia.com/gpu" */
  gpuResource?: string;
  /**
   * Adapters for RDMA that a node offers, by their extended resource, such as `{ "rdma/hca": 8 }`. Pods that exchange data with other nodes get the
   * share of their GPUs.
   *
   * @default none
   */
  rdmaDevices?: Record<string, number>;
  /** Huge pages of 2 MiB that such a pod takes, in MiB: EFA's libfabric uses 5120. The nodes must have set them aside. @default none */
  hugePagesMiB?: number;
}

export const nodesSchema = object({
  instanceType: text("Give an EC2 instance type, or leave it out.").optional(),
  gpusPerNode: wholeNumber({ min: 1, max: 1024, hint: "Give the GPUs of one node." }).optional(),
  gpuMemoryGiB: number({ min: 0, hint: "Give GiB of one GPU, for example 80." }).optional(),
  selector: z.record(z.string(), z.string({ error: "must be text: labels are strings." })).optional(),
  tolerations: z
    .array(
      object({
        key: z.string().optional(),
        operator: z.enum(["Exists", "Equal"]).optional(),
        value: z.string().optional(),
        effect: z.enum(["NoSchedule", "PreferNoSchedule", "NoExecute"]).optional(),
      }),
    )
    .optional(),
  gpuResource: text('Give the resource of the device plugin, for example "nvidia.com/gpu".').optional(),
  rdmaDevices: map(
    wholeNumber({ min: 1, max: 1024, hint: "Give the adapters of one node." }),
    'Give adapters of one node by their resource, for example { "rdma/hca": 8 }.',
  ).optional(),
  hugePagesMiB: wholeNumber({ min: 2, hint: "Give MiB of one pod, for example 5120." })
    .multipleOf(2, { error: "must be a multiple of 2: a huge page has 2 MiB." })
    .optional(),
});

/** A GPU node as the plan knows it. */
export interface NodeFacts {
  instance: InstanceType | null;
  gpusPerNode: number | null;
  gpuMemoryGiB: number | null;
  /** List price of one node; null where it is not known. */
  usdPerHour: number | null;
}

/** What is known of the nodes, from the table or as stated. */
export function nodeFacts(nodes: NodesArgs, why: Explanations, problems: Problem[]): NodeFacts {
  const instance = nodes.instanceType === undefined ? null : (findInstance(nodes.instanceType) ?? null);
  if (nodes.instanceType !== undefined && !instance) {
    const near = nearInstances(nodes.instanceType);
    const way =
      near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : "Use an EC2 type with GPUs, for example g6.2xlarge or p5.48xlarge.";
    problems.push({
      path: "platform.nodes.instanceType",
      value: nodes.instanceType,
      message: `"${nodes.instanceType}" is not a GPU instance type that is known. ${way} For other machines leave it out and give gpusPerNode.`,
    });
  }
  if (instance && nodes.gpusPerNode !== undefined && nodes.gpusPerNode > instance.gpuCount) {
    problems.push({
      path: "platform.nodes.gpusPerNode",
      value: nodes.gpusPerNode,
      message: `${nodes.gpusPerNode} GPUs per node, but a ${instance.type} has ${instance.gpuCount}. Leave gpusPerNode out, or choose another instance type.`,
    });
  }
  const gpusPerNode = nodes.gpusPerNode ?? instance?.gpuCount ?? null;
  return {
    instance,
    gpusPerNode: why.because(
      "nodes.gpusPerNode",
      gpusPerNode,
      nodes.gpusPerNode !== undefined
        ? "as given"
        : instance
          ? `GPUs of a ${instance.type}`
          : "neither gpusPerNode nor instanceType is given",
      "platform.nodes.gpusPerNode",
    ),
    gpuMemoryGiB: nodes.gpuMemoryGiB ?? (instance ? instance.gpuMemoryMiB / 1024 : null),
    usdPerHour: instance ? (priceOf(instance.type)?.usdPerHour ?? null) : null,
  };
}
