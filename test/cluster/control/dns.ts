import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { control, dnsService } from "../host/addresses";
import { kubectl } from "../host/kubectl";
import type { Machine } from "../host/machine";
import { bin, kubeconfig, run } from "../host/paths";

/** Starts CoreDNS beside the API server, and the Service through which pods find it. */
export async function startDns(machine: Machine): Promise<void> {
  const file = join(run, "dns", "Corefile");
  mkdirSync(join(run, "dns"), { recursive: true });
  writeFileSync(
    file,
    `.:53 {
  bind ${control}
  errors
  ready ${control}:8181
  kubernetes cluster.local in-addr.arpa {
    kubeconfig ${kubeconfig}
    pods insecure
    ttl 5
  }
}
`,
  );
  machine.service("coredns", join(bin, "coredns"), ["-conf", file]);
  const ports = [
    { name: "dns", port: 53, protocol: "UDP" },
    { name: "dns-tcp", port: 53, protocol: "TCP" },
  ];
  await kubectl.apply([
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "kube-dns", namespace: "kube-system" },
      spec: { clusterIP: dnsService, ports },
    },
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: {
        name: "kube-dns-control",
        namespace: "kube-system",
        labels: { "kubernetes.io/service-name": "kube-dns" },
      },
      addressType: "IPv4",
      ports,
      endpoints: [{ addresses: [control], conditions: { ready: true } }],
    },
  ]);
}
