import type * as pulumi from "@pulumi/pulumi";
import type { WeightsPlan } from "@sonar-iac/topology";
import type { ProvidedStorage, StorageNeed } from "../../platform";
import type { ClusterArgs } from "../cluster";
import type { SubnetIds } from "../nodeGroup";
import type { AwsCacheArgs } from "./args";
import { EbsClass } from "./ebs";
import { EfsVolume } from "./efs";
import { LustreVolume } from "./lustre";
import { S3Access } from "./s3";
import { firstOf } from "./subnets";

/** Where storage is made. */
export interface StoragePlace {
  cluster: ClusterArgs;
  /** The nodes' subnets. */
  subnetIds?: SubnetIds;
}

/** Makes the storage of a plan. */
export function provisionStorage(
  name: string,
  { weights, namespace, serviceAccounts }: StorageNeed,
  args: AwsCacheArgs,
  { cluster, subnetIds }: StoragePlace,
  opts: pulumi.ComponentResourceOptions,
): ProvidedStorage {
  const { storage } = weights;
  const sizeGiB = weights.sizeGiB ?? 0;
  const late = { cluster, namespace };
  if (args.kind === "efs" && storage.kind === "efs") {
    const { kind: _, fetchImage, ...rest } = args;
    const subnets = args.subnetIds ?? (Array.isArray(subnetIds) ? subnetIds : []);
    const volume = new EfsVolume(`${name}-efs`, { ...rest, ...late, subnetIds: subnets }, opts, { storage, sizeGiB });
    return mounted(weights, volume, "efs.csi.aws.com", { fetchImage });
  }
  if (args.kind === "fsx-lustre" && storage.kind === "fsx-lustre") {
    const { kind: _, fetchImage, takeOver = !storage.existing, ...rest } = args;
    const subnetId = args.subnetId ?? firstOf(subnetIds);
    const volume = new LustreVolume(`${name}-lustre`, { ...rest, ...late, subnetId }, opts, { storage, sizeGiB });
    return mounted(weights, volume, "fsx.csi.aws.com", { fetchImage, takeOver });
  }
  if (args.kind === "ebs" && storage.kind === "ebs") {
    const { storageClassName } = new EbsClass(`${name}-ebs`, { ...args }, opts, { storage, sizeGiB });
    const { deletion } = storage;
    return {
      cache: { kind: "storage-class", storageClass: storageClassName, deletion, fetchImage: args.fetchImage },
      after: [],
    };
  }
  if (args.kind === "s3" && storage.kind === "s3") {
    const access = new S3Access(`${name}-s3`, { ...args, ...late, serviceAccounts }, opts, { storage, sizeGiB });
    return { accountAnnotations: access.accountAnnotations, after: access.ready };
  }
  return { cache: { kind: "ephemeral", fetchImage: "fetchImage" in args ? args.fetchImage : undefined }, after: [] };
}

/** A claim that the engines mount. Services that share it plan with what the driver alone promises. */
function mounted(
  { accessMode }: WeightsPlan,
  { claimName, ready }: Pick<EfsVolume, "claimName" | "ready">,
  driver: string,
  fetch: { fetchImage?: pulumi.Input<string>; takeOver?: boolean },
): ProvidedStorage {
  return {
    cache: { kind: "claim", claimName, accessMode: accessMode ?? undefined, driver, ...fetch },
    after: ready,
  };
}
