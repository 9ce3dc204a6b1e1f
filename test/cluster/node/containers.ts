import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, nodes } from "../host/addresses";
import { command, until } from "../host/command";
import type { Machine } from "../host/machine";
import { run } from "../host/paths";
import { pause } from "../images/names";

/** Folder of one node's own files. */
export const nodeFolder = (node: Node) => join(run, node.name);
export const containerdSocket = (node: Node) => join(nodeFolder(node), "containerd.sock");

const config = (node: Node) => `version = 2
root = "${join(nodeFolder(node), "containerd")}"
state = "/run/containerd"
[grpc]
  address = "${containerdSocket(node)}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pause}"
  # no process here may lower its own score
  restrict_oom_score_adj = true
  max_container_log_line_size = 65536
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${join(nodeFolder(node), "cni")}"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`;

const cni = (node: Node) => ({
  cniVersion: "0.4.0",
  name: "pods",
  plugins: [
    {
      type: "bridge",
      bridge: "cni0",
      isGateway: true,
      hairpinMode: true,
      ipam: {
        type: "host-local",
        dataDir: join(nodeFolder(node), "addresses"),
        ranges: [[{ subnet: node.pods }]],
        routes: [{ dst: "0.0.0.0/0" }],
      },
    },
    { type: "portmap", capabilities: { portMappings: true } },
  ],
});

/** Starts containerd on a node and waits until it answers. */
export async function startContainerd(node: Node, machine: Machine): Promise<void> {
  const folder = nodeFolder(node);
  mkdirSync(join(folder, "cni"), { recursive: true });
  writeFileSync(join(folder, "containerd.toml"), config(node));
  writeFileSync(join(folder, "cni", "10-pods.conflist"), JSON.stringify(cni(node), null, 2));
  machine.service(`${node.name}-containerd`, "containerd", ["--config", join(folder, "containerd.toml")]);
  await until(`containerd on ${node.name}`, 60, () => answers(node));
}

const answers = (node: Node) =>
  ctr(node, ["version"]).then(
    () => true,
    () => false,
  );

/** containerd's own client on a node. */
export const ctr = (node: Node, args: string[]) =>
  command("ctr", ["--address", containerdSocket(node), "--namespace", "k8s.io", ...args]);

/** Runs the same on every node at once. */
export const onNodes = (body: (node: Node) => Promise<void>) => Promise.all(nodes.map(body));
