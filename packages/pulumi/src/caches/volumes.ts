import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { CachePlan } from "@sonar-iac/topology";
import type { ModelCacheArgs } from "./args";

type Volume = k8s.types.input.core.v1.Volume;
type Claim = k8s.types.input.core.v1.PersistentVolumeClaim;

/** Volumes of an engine pod for its caches, and the claims that come with each pod. */
export function cacheVolumes(
  plan: CachePlan,
  modelCache: ModelCacheArgs | undefined,
  claimName: pulumi.Input<string> | undefined,
) {
  const { weights, compile } = plan;
  const volumes: Volume[] = [];
  const claims: Claim[] = [];
  const storageClass = modelCache?.kind === "storage-class" ? modelCache.storageClass : undefined;
  if (weights.kind === "shared")
    volumes.push({ name: "weights", persistentVolumeClaim: { claimName: claimName as pulumi.Input<string> } });
  if (weights.kind === "ephemeral") volumes.push({ name: "weights", emptyDir: { sizeLimit: `${weights.sizeGiB}Gi` } });
  if (weights.kind === "per-replica") claims.push(claim("weights", weights.sizeGiB as number, storageClass));
  if (compile.kind === "ephemeral")
    volumes.push({ name: "compile-cache", emptyDir: { sizeLimit: `${compile.sizeGiB}Gi` } });
  else claims.push(claim("compile-cache", compile.sizeGiB, compile.storageClass));
  return { volumes, claims };
}

const claim = (name: string, sizeGiB: number, storageClassName: pulumi.Input<string> | undefined): Claim => ({
  metadata: { name },
  spec: {
    accessModes: ["ReadWriteOnce"],
    ...(storageClassName !== undefined && { storageClassName }),
    resources: { requests: { storage: `${sizeGiB}Gi` } },
  },
});
