import { join } from "node:path";
import { apiPort, control, podRange, serviceRange } from "../host/addresses";
import { until } from "../host/command";
import { kubectl } from "../host/kubectl";
import type { Machine } from "../host/machine";
import { bin, kubeconfig, run } from "../host/paths";
import { authority, pair, serviceAccountKey } from "./certificates";
import { writeKubeconfig } from "./kubeconfig";

const etcdUrl = "http://127.0.0.1:2379";
const etcdData = join(run, "etcd");

/** `--name=value` for each entry. */
const options = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => `--${name}=${value}`);

/** Starts etcd and the API server, and waits until it answers; then its controllers and the scheduler. */
export async function startControlPlane(machine: Machine): Promise<void> {
  // in memory: no write waits for a disk, and the data is gone with the machine
  await machine.shell(`mkdir -p ${etcdData} && mount -t tmpfs -o mode=700 sonar ${etcdData}`);
  machine.service(
    "etcd",
    "etcd",
    options({
      name: "sonar",
      "data-dir": etcdData,
      "listen-client-urls": etcdUrl,
      "advertise-client-urls": etcdUrl,
      "listen-peer-urls": "http://127.0.0.1:2380",
    }),
  );
  const server = pair("apiserver");
  const kubelets = pair("kubelet-client");
  machine.service(
    "kube-apiserver",
    join(bin, "kube-apiserver"),
    options({
      "bind-address": "0.0.0.0",
      "advertise-address": control,
      "secure-port": String(apiPort),
      "etcd-servers": etcdUrl,
      "authorization-mode": "Node,RBAC",
      "client-ca-file": authority.certificate,
      "tls-cert-file": server.certificate,
      "tls-private-key-file": server.key,
      "kubelet-client-certificate": kubelets.certificate,
      "kubelet-client-key": kubelets.key,
      "kubelet-preferred-address-types": "InternalIP",
      "service-cluster-ip-range": serviceRange,
      "service-account-issuer": "https://kubernetes.default.svc.cluster.local",
      "service-account-key-file": serviceAccountKey,
      "service-account-signing-key-file": serviceAccountKey,
      "allow-privileged": "true",
    }),
  );
  writeKubeconfig("admin", kubeconfig);
  await until("the API server", 120, () => kubectl.ready(), `See ${join(run, "logs", "kube-apiserver.log")}.`);
  startControllers(machine);
}

function startControllers(machine: Machine): void {
  machine.service(
    "kube-controller-manager",
    join(bin, "kube-controller-manager"),
    options({
      kubeconfig: writeKubeconfig("controller-manager"),
      "service-account-private-key-file": serviceAccountKey,
      "root-ca-file": authority.certificate,
      "cluster-signing-cert-file": authority.certificate,
      "cluster-signing-key-file": authority.key,
      "use-service-account-credentials": "true",
      "cluster-cidr": podRange,
      "leader-elect": "false",
      // volumes of any access mode, as folders
      "enable-hostpath-provisioner": "true",
      // a lost node is noticed within a test's patience
      "node-monitor-grace-period": "20s",
    }),
  );
  machine.service(
    "kube-scheduler",
    join(bin, "kube-scheduler"),
    options({
      kubeconfig: writeKubeconfig("scheduler"),
      "leader-elect": "false",
    }),
  );
}
