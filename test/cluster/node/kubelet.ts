import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authority } from "../control/certificates";
import { writeKubeconfig } from "../control/kubeconfig";
import { dnsService, type Node } from "../host/addresses";
import type { Machine } from "../host/machine";
import { bin } from "../host/paths";
import { containerdSocket, nodeFolder } from "./containers";
import { controlGroup, makeControlGroup } from "./controlGroups";

const config = (node: Node) => ({
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  kind: "KubeletConfiguration",
  authentication: { anonymous: { enabled: false }, x509: { clientCAFile: authority.certificate } },
  authorization: { mode: "AlwaysAllow" },
  containerRuntimeEndpoint: `unix://${containerdSocket(node)}`,
  cgroupDriver: "cgroupfs",
  cgroupRoot: controlGroup(node),
  failCgroupV1: false,
  failSwapOn: false,
  // some settings of the machine are not ours to change
  featureGates: { KubeletInUserNamespace: true },
  enforceNodeAllocatable: [],
  podCIDR: node.pods,
  clusterDomain: "cluster.local",
  clusterDNS: [dnsService],
  resolvConf: join(nodeFolder(node), "resolv.conf"),
  evictionHard: { "memory.available": "50Mi", "nodefs.available": "1%", "imagefs.available": "1%" },
  // images come from files and cannot be pulled again
  imageGCHighThresholdPercent: 100,
  serializeImagePulls: false,
  syncFrequency: "10s",
});

/** Starts the kubelet of a node. */
export function startKubelet(node: Node, machine: Machine): void {
  const folder = nodeFolder(node);
  mkdirSync(folder, { recursive: true });
  makeControlGroup(node);
  writeFileSync(join(folder, "resolv.conf"), "");
  const file = join(folder, "kubelet.yaml");
  writeFileSync(file, JSON.stringify(config(node), null, 2));
  machine.service(`${node.name}-kubelet`, join(bin, "kubelet"), [
    `--config=${file}`,
    `--kubeconfig=${writeKubeconfig(node.name)}`,
    `--node-ip=${node.address}`,
    `--hostname-override=${node.name}`,
  ]);
}
