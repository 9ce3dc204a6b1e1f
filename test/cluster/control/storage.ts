import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { kubectl } from "../host/kubectl";
import type { Machine } from "../host/machine";
import { repository, source, volumes } from "../host/paths";

/** Where Kubernetes' provisioner for tests makes its folders; the path is fixed in its code. */
export const provisioned = "/tmp/hostpath_pv";

/** For every machine: the folder of volumes is the cluster's own, and the same on all nodes. */
export const mountVolumes = `mkdir -p ${provisioned}
mount --bind ${volumes} ${provisioned}`;

/** The default StorageClass: dynamic folders of any access mode, writable for every user as fsGroup would make a disk. */
export async function startStorage(machine: Machine): Promise<void> {
  mkdirSync(volumes, { recursive: true });
  machine.service("volume-modes", process.execPath, [
    "--import",
    tsx,
    join(source, "control", "volumeModes.ts"),
    provisioned,
  ]);
  await kubectl.apply([
    {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name: "folders", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
      provisioner: "kubernetes.io/host-path",
      volumeBindingMode: "Immediate",
    },
  ]);
}

const tsx = join(repository, "node_modules", "tsx", "dist", "loader.mjs");
