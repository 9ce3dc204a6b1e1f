import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, podRange, serviceRange } from "../host/addresses";
import { until } from "../host/command";
import { Machine } from "../host/machine";
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

/** Starts what makes Services work on a node: kube-proxy. */
export function startServices(node: Node, machine: Machine): void {
  const file = join(nodeFolder(node), "kube-proxy.yaml");
  writeFileSync(file, JSON.stringify(proxy(node), null, 2));
  machine.service(`${node.name}-kube-proxy`, join(bin, "kube-proxy"), [`--config=${file}`]);
}

/** Starts what enforces NetworkPolicies on a node, kube-router's firewall, and waits until it does. The Node object must be there: without it it ends. */
export async function startPolicies(node: Node, machine: Machine): Promise<void> {
  machine.service(`${node.name}-kube-router`, join(bin, "kube-router"), [
    "--run-firewall=true",
    "--run-router=false",
    "--run-service-proxy=false",
    "--run-loadbalancer=false",
    `--kubeconfig=${kubeconfig}`,
    `--hostname-override=${node.name}`,
    `--service-cluster-ip-range=${serviceRange}`,
  ]);
  await until(`NetworkPolicies on ${node.name}`, 60, async () => {
    Machine.allStay();
    return (await machine.shell("iptables -S FORWARD")).includes("KUBE-ROUTER-FORWARD");
  });
}
