import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, podRange, serviceRange } from "../host/addresses";
import type { Machine } from "../host/machine";
import { bin, kubeconfig } from "../host/paths";
import { nodeFolder } from "./containers";

const proxy = (node: Node) => ({
  apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
  kind: "KubeProxyConfiguration",
  hostnameOverride: node.name,
  clientConnection: { kubeconfig },
  clusterCIDR: podRange,
  mode: "iptables",
  // the tables of connections are the whole machine's: left as they are
  conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
  // a Service follows its pods at once
  iptables: { minSyncPeriod: "200ms" },
});

/** Starts what makes Services and NetworkPolicies work on a node: kube-proxy, and kube-router's firewall. */
export function startNetwork(node: Node, machine: Machine): void {
  const file = join(nodeFolder(node), "kube-proxy.yaml");
  writeFileSync(file, JSON.stringify(proxy(node), null, 2));
  machine.service(`${node.name}-kube-proxy`, join(bin, "kube-proxy"), [`--config=${file}`]);
  machine.service(`${node.name}-kube-router`, join(bin, "kube-router"), [
    "--run-firewall=true",
    "--run-router=false",
    "--run-service-proxy=false",
    "--run-loadbalancer=false",
    `--kubeconfig=${kubeconfig}`,
    `--hostname-override=${node.name}`,
    `--service-cluster-ip-range=${serviceRange}`,
  ]);
}
