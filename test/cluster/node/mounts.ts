import { join } from "node:path";
import { mountVolumes } from "../control/storage";
import type { Node } from "../host/addresses";
import { run } from "../host/paths";
import { nodeFolder } from "./containers";

/** Logs of a node's pods; they outlive the cluster, to be read after a failure. */
export const podLogs = (node: Node) => join(run, "logs", `${node.name}-pods`);

/** What a kubelet sets for the whole machine; here it finds the values in files and sets nothing. */
const settings: Record<string, string> = {
  "vm/overcommit_memory": "1",
  "vm/panic_on_oom": "0",
  "kernel/panic": "10",
  "kernel/panic_on_oops": "1",
  "kernel/keys/root_maxkeys": "1000000",
  "kernel/keys/root_maxbytes": "25000000",
};

/** For a node's machine: what containerd and kubelet keep at fixed places becomes the node's own. */
export const nodeMounts = (node: Node) => {
  const own = (name: string) => join(nodeFolder(node), name);
  const fixed = Object.entries(settings).map(([name, value]) => {
    const file = own(`sysctl/${name.replaceAll("/", ".")}`);
    return `echo ${value} > ${file}\nmount --bind ${file} /proc/sys/${name}`;
  });
  return `mkdir -p ${own("sysctl")} /run/containerd /run/netns /var/lib/cni /var/lib/kubelet /var/log/pods /var/log/containers ${own("kubelet")} ${podLogs(node)}
for folder in /run/containerd /run/netns /var/lib/cni /var/log/containers; do mount -t tmpfs sonar $folder; done
mount --bind ${own("kubelet")} /var/lib/kubelet
mount --bind ${podLogs(node)} /var/log/pods
${fixed.join("\n")}
${mountVolumes}`;
};
