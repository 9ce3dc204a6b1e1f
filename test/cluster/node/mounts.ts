import { join } from "node:path";
import { mountVolumes } from "../control/storage";
import type { Node } from "../host/addresses";
import { run } from "../host/paths";
import { nodeFolder } from "./containers";

/** Logs of a node's pods; they outlive the cluster, to be read after a failure. */
export const podLogs = (node: Node) => join(run, "logs", `${node.name}-pods`);

/** For a node's machine: what containerd and kubelet keep at fixed places becomes the node's own. */
export const nodeMounts = (node: Node) => {
  const own = (name: string) => join(nodeFolder(node), name);
  return `mkdir -p /run/containerd /run/netns /var/lib/cni /var/lib/kubelet /var/log/pods /var/log/containers ${own("kubelet")} ${podLogs(node)}
for folder in /run/containerd /run/netns /var/lib/cni /var/log/containers; do mount -t tmpfs sonar $folder; done
mount --bind ${own("kubelet")} /var/lib/kubelet
mount --bind ${podLogs(node)} /var/log/pods
${mountVolumes}`;
};
