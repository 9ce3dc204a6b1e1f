import { findInstance, fitProblems, nearInstances } from "@sonar-iac/topology";
import { type EngineView, gpusOf, numberOption } from "../../engine";
import { over, type Rule } from "../../rule";
import { gpusPerPod } from "./parallelism";

/** Label of a node with its instance type. */
const instanceLabel = "node.kubernetes.io/instance-type";

/** An engine with fewer GPUs than ranks ends at once; a pod that wants more than a node has waits for ever. */
export const fitNode: Rule = {
  name: "gpus-fit-node",
  description: "An engine pod asks for as many GPUs as its engine uses, and for no more than its nodes have.",
  severity: "high",
  level: "mandatory",
  tags: ["gpu"],
  remediation:
    "Make the pod's GPUs equal tensor × pipeline × local data parallel size, and choose an instance type that has that many.",
  scope: "resource",
  check: ({ engines }) => [...over(engines, ranks), ...over(engines, node)],
};

function ranks(engine: EngineView): string | undefined {
  const [asked, used] = [gpusOf(engine), gpusPerPod(engine)];
  if (!Number.isInteger(used)) {
    const nodes = numberOption(engine, "nnodes") ?? 1;
    return `${used * nodes} ranks (parallel sizes) cannot be spread evenly over ${nodes} nodes (--nnodes). Use parallel sizes that ${nodes} divides, or another --nnodes.`;
  }
  if (asked === used || (asked === 0 && used === 1)) return undefined;
  return `the engine runs ${used} ranks in this pod (parallel sizes), but the container asks for ${asked} GPUs. Set nvidia.com/gpu to ${used}, or change the parallel sizes.`;
}

function node(engine: EngineView): string[] {
  const type = typeOf(engine);
  if (type === undefined) return [];
  const instance = findInstance(type);
  if (instance === undefined) {
    const near = nearInstances(type);
    const way = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "Choose an EC2 type with GPUs.";
    return [`"${type}" (nodeSelector ${instanceLabel}) is not a GPU instance type that is known. ${way}`];
  }
  return fitProblems({ tensor: gpusOf(engine) || 1 }, instance.gpuCount, instance).map(({ message }) => message);
}

/** The instance type that the pod's node selector names, if it looks like one of EC2. */
function typeOf({ pod }: EngineView): string | undefined {
  const type = pod.spec.at("nodeSelector", instanceLabel).text();
  return type !== undefined && /^[a-z][a-z0-9-]*\.[a-z0-9-]+$/.test(type) ? type : undefined;
}
