import { type Cluster, kubectl } from "./kubectl";
import type { GroupOfPods } from "./pods";

/** What doctor reads of a node. */
export interface Node {
  metadata: { name: string };
  status?: { conditions?: { type: string; status: string }[] };
}

/** Nodes whose kubelet does not answer. */
export const lostNodes = (nodes: readonly Node[]): Set<string> =>
  new Set(
    nodes
      .filter(({ status }) => !status?.conditions?.some((one) => one.type === "Ready" && one.status === "True"))
      .map(({ metadata }) => metadata.name),
  );

/** Groups in which a pod that is to end on a lost node says so: nobody ends it, and its name cannot be taken by another. */
export function withStranded(groups: readonly GroupOfPods[], lost: ReadonlySet<string>): GroupOfPods[] {
  return groups.map((group) => ({
    ...group,
    ranks: group.ranks.map((rank) =>
      rank.deleted && lost.has(rank.node) ? { ...rank, down: `its node ${rank.node} is lost`, stranded: true } : rank,
    ),
  }));
}

/** Looks at the nodes where a pod waits for its end. Without the right to list them nothing is known of any. */
export async function strandedPods(groups: GroupOfPods[], cluster: Cluster): Promise<GroupOfPods[]> {
  if (!groups.some(({ ranks }) => ranks.some(({ deleted }) => deleted))) return groups;
  const { code, stdout } = await kubectl(cluster, ["get", "nodes", "--output", "json"]);
  return code === 0 ? withStranded(groups, lostNodes((JSON.parse(stdout) as { items: Node[] }).items)) : groups;
}
