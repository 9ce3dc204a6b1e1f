import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";

/** A volume that exists outside of the cluster. */
export interface StaticVolume {
  namespace: pulumi.Input<string>;
  /** What Kubernetes is told; these file systems do not count it. */
  sizeGiB: number;
  driver: string;
  volumeHandle: pulumi.Input<string>;
  volumeAttributes?: Record<string, pulumi.Input<string>>;
  mountOptions?: string[];
}

/** A claim of a file system that many nodes mount. Both are named by Pulumi: a new one is made before the old one goes. */
export function claimOf(
  name: string,
  { namespace, sizeGiB, driver, volumeHandle, volumeAttributes, mountOptions }: StaticVolume,
  opts: pulumi.CustomResourceOptions,
): k8s.core.v1.PersistentVolumeClaim {
  const common = { accessModes: ["ReadWriteMany"], storageClassName: "", volumeMode: "Filesystem" };
  const volume = new k8s.core.v1.PersistentVolume(
    name,
    {
      spec: {
        ...common,
        capacity: { storage: `${sizeGiB}Gi` },
        // the file system's own deletion decides, not the claim's
        persistentVolumeReclaimPolicy: "Retain",
        ...(mountOptions && { mountOptions }),
        csi: { driver, volumeHandle, ...(volumeAttributes && { volumeAttributes }) },
      },
    },
    opts,
  );
  return new k8s.core.v1.PersistentVolumeClaim(
    name,
    {
      metadata: { namespace },
      spec: {
        ...common,
        volumeName: volume.metadata.name,
        resources: { requests: { storage: `${sizeGiB}Gi` } },
      },
    },
    opts,
  );
}
