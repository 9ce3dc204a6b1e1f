import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { FilesystemCacheArgs } from "../backends";

/** A claim for many nodes, which goes with the cache: what it holds can be computed again. */
export const cacheClaim = (
  name: string,
  namespace: pulumi.Input<string>,
  { storageClass, sizeGiB, maxGiB }: FilesystemCacheArgs,
  opts: pulumi.CustomResourceOptions,
): k8s.core.v1.PersistentVolumeClaim =>
  new k8s.core.v1.PersistentVolumeClaim(
    name,
    {
      // a class that binds late would wait for a pod
      metadata: { name: `${name}-kv-cache`, namespace, annotations: { "pulumi.com/skipAwait": "true" } },
      spec: {
        accessModes: ["ReadWriteMany"],
        ...(storageClass !== undefined && { storageClassName: storageClass }),
        resources: { requests: { storage: `${sizeGiB ?? Math.ceil(maxGiB * 1.25)}Gi` } },
      },
    },
    opts,
  );
