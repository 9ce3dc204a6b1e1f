import { type Node, nodes } from "../host/addresses";
import { until } from "../host/command";
import { kubectl } from "../host/kubectl";

/** GPUs that each node claims to have, so that pods which ask for them are scheduled. */
const gpus = "8";

interface NodeObject {
  spec: { taints?: { key: string }[] };
  status: { conditions?: { type: string; status: string }[] };
}

/** Waits until a node is ready, then gives it its GPUs. */
export async function readyWithGpus(node: Node): Promise<void> {
  await until(`node ${node.name}`, 120, () => isReady(node), `See its logs.`);
  const status = { capacity: { "nvidia.com/gpu": gpus }, allocatable: { "nvidia.com/gpu": gpus } };
  await kubectl.run([
    "patch",
    "node",
    node.name,
    "--subresource=status",
    "--type=merge",
    "-p",
    JSON.stringify({ status }),
  ]);
}

/** Whether a node takes pods. */
export async function isReady(node: Node): Promise<boolean> {
  try {
    const { spec, status } = await kubectl.get<NodeObject>(["node", node.name]);
    const ready = status.conditions?.find((condition) => condition.type === "Ready")?.status === "True";
    return ready && !spec.taints?.some(({ key }) => key === "node.kubernetes.io/not-ready");
  } catch {
    return false;
  }
}

export const allReady = async () => (await Promise.all(nodes.map(isReady))).every((ready) => ready);
