import * as efs from "@pulumi/aws/efs";
import type * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { EfsPlan } from "@sonar-iac/topology";
import { engineUser } from "../../caches";
import { type ClusterArgs, clusterIds } from "../cluster";
import type { SubnetArgs } from "../nodeGroup";
import { idOf } from "../nodeGroup/subnets";
import { fileSystemGroup } from "./access";
import { alone, type Planned, type StandaloneArgs } from "./alone";
import type { EfsArgs } from "./args";
import { claimOf } from "./claim";

/** Arguments of {@link EfsVolume}. */
export interface EfsVolumeArgs extends EfsArgs, StandaloneArgs {
  cluster: ClusterArgs;
  /** Subnets of the mount targets, one for each zone that has nodes; none for a file system that exists. */
  subnetIds?: (pulumi.Input<string> | SubnetArgs)[];
}

/**
 * Weights on EFS: an encrypted file system that only the cluster's nodes reach, an access point that acts as the engines' user, and a
 * claim that many nodes mount. A service on `eks({ modelCache: { kind: "efs" } })` makes its own; use it alone to share one claim, or to
 * keep other files.
 *
 * The file system stays when the component goes, unless `deletion` is "delete".
 *
 * @example
 * ```ts
 * const files = new EfsVolume("weights", { cluster: { name: "prod" }, subnetIds, namespace: "llm" });
 * const modelCache = { kind: "claim", claimName: files.claimName, driver: "efs.csi.aws.com" } as const;
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class EfsVolume extends pulumi.ComponentResource {
  /** Name of the claim. */
  readonly claimName: pulumi.Output<string>;
  /** Id of the file system, also of one that was given. */
  readonly fileSystemId: pulumi.Output<string>;
  readonly claim: k8s.core.v1.PersistentVolumeClaim;
  /** The file system; absent where it was given. */
  readonly fileSystem?: efs.FileSystem;
  /** What must be there before a pod mounts the claim. */
  readonly ready: pulumi.Resource[];

  constructor(name: string, args: EfsVolumeArgs, opts?: pulumi.ComponentResourceOptions);
  /** @internal */
  constructor(name: string, args: EfsVolumeArgs, opts: pulumi.ComponentResourceOptions, planned: Planned<EfsPlan>);
  constructor(
    name: string,
    args: EfsVolumeArgs,
    opts?: pulumi.ComponentResourceOptions,
    { storage, sizeGiB }: Planned<EfsPlan> = alone("EfsVolume", name, "efs", args),
  ) {
    super("sonar:index:EfsVolume", name, { plan: storage }, opts);
    const below = { parent: this };
    if (args.fileSystemId === undefined) this.fileSystem = fileSystem(name, args, storage, below);
    this.fileSystemId = this.fileSystem ? this.fileSystem.id : pulumi.output(args.fileSystemId as string);
    const targets = this.fileSystem ? mountTargets(name, args, storage, this.fileSystemId, below) : [];
    const accessPoint = new efs.AccessPoint(
      name,
      {
        fileSystemId: this.fileSystemId,
        posixUser: { uid: engineUser, gid: engineUser },
        rootDirectory: {
          path: args.path ?? "/models",
          creationInfo: { ownerUid: engineUser, ownerGid: engineUser, permissions: "755" },
        },
        tags: { Name: name, ...args.tags },
      },
      below,
    );
    this.claim = claimOf(
      name,
      {
        namespace: args.namespace ?? "default",
        sizeGiB,
        driver: "efs.csi.aws.com",
        volumeHandle: pulumi.interpolate`${this.fileSystemId}::${accessPoint.id}`,
        mountOptions: ["tls"],
      },
      below,
    );
    this.claimName = this.claim.metadata.name;
    this.ready = [this.claim, ...targets];
    this.registerOutputs({ claimName: this.claimName, fileSystemId: this.fileSystemId });
  }
}

function fileSystem(
  name: string,
  { kmsKeyId, tags }: EfsVolumeArgs,
  { throughputMode, provisionedMiBps, deletion }: EfsPlan,
  opts: pulumi.CustomResourceOptions,
) {
  return new efs.FileSystem(
    name,
    {
      encrypted: true,
      ...(kmsKeyId !== undefined && { kmsKeyId }),
      throughputMode,
      ...(provisionedMiBps !== null && { provisionedThroughputInMibps: provisionedMiBps }),
      tags: { Name: name, ...tags },
    },
    { ...opts, retainOnDelete: deletion === "retain" },
  );
}

/** One for each zone; AWS refuses a second. */
function mountTargets(
  name: string,
  { cluster, subnetIds = [], securityGroupId, tags }: EfsVolumeArgs,
  plan: EfsPlan,
  fileSystemId: pulumi.Input<string>,
  opts: pulumi.CustomResourceOptions,
) {
  const group = securityGroupId ?? ownGroup(name, cluster, tags, opts);
  return plan.mountTargets.map(
    ({ subnet, zone }) =>
      new efs.MountTarget(
        `${name}-mount-${zone ?? subnet}`,
        { fileSystemId, subnetId: idOf(subnetIds[subnet] as pulumi.Input<string>), securityGroups: [group] },
        { ...opts, deleteBeforeReplace: true },
      ),
  );
}

function ownGroup(name: string, cluster: ClusterArgs, tags: EfsVolumeArgs["tags"], opts: pulumi.CustomResourceOptions) {
  const { vpcId, securityGroupId: nodes } = clusterIds(cluster, { parent: opts.parent });
  return fileSystemGroup(name, { vpcId, nodes, ports: [{ from: 2049, to: 2049 }], tags }, opts).id;
}
