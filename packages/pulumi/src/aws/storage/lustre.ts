import * as fsx from "@pulumi/aws/fsx";
import type * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { LustrePlan } from "@sonar-iac/topology";
import { type ClusterArgs, clusterIds } from "../cluster";
import type { SubnetArgs } from "../nodeGroup";
import { idOf } from "../nodeGroup/subnets";
import { type FileSystemAccess, fileSystemGroup, nodesLetIn } from "./access";
import { alone, type Planned, type StandaloneArgs } from "./alone";
import type { LustreArgs, RepositoryArgs } from "./args";
import { claimOf } from "./claim";

/** Arguments of {@link LustreVolume}. */
export interface LustreVolumeArgs extends Omit<LustreArgs, "takeOver">, StandaloneArgs {
  cluster: ClusterArgs;
  /** Subnet of the file system, in the zone of the nodes; none for a file system that exists. */
  subnetId?: pulumi.Input<string> | SubnetArgs;
}

/** Lustre's ports. Source: FSx for Lustre user guide, access control with Amazon VPC. */
const ports = [
  { from: 988, to: 988 },
  { from: 1018, to: 1023 },
];

/**
 * Weights on FSx for Lustre: a file system that only the cluster's nodes reach, a folder of a bucket in it where asked, and a claim that
 * many nodes mount. A service on `eks({ modelCache: { kind: "fsx-lustre" } })` makes its own; use it alone to share one claim, or to keep
 * other files.
 *
 * The root of a new file system belongs to root: with `takeOver` a fetch hands it to the engines' user before it fills it. The file system stays when the component
 * goes, unless `deletion` is "delete".
 *
 * @example
 * ```ts
 * const files = new LustreVolume("weights", { cluster: { name: "prod" }, subnetId, sizeGiB: 4800, throughputMBps: 2400 });
 * const modelCache = { kind: "claim", claimName: files.claimName, driver: "fsx.csi.aws.com", throughputMiBps: 1000, takeOver: true } as const;
 * ```
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class LustreVolume extends pulumi.ComponentResource {
  /** Name of the claim. */
  readonly claimName: pulumi.Output<string>;
  /** Id of the file system, also of one that was given. */
  readonly fileSystemId: pulumi.Output<string>;
  readonly claim: k8s.core.v1.PersistentVolumeClaim;
  /** The file system; absent where it was given. */
  readonly fileSystem?: fsx.LustreFileSystem;
  /** What must be there before a pod mounts the claim. */
  readonly ready: pulumi.Resource[];

  constructor(name: string, args: LustreVolumeArgs, opts?: pulumi.ComponentResourceOptions);
  /** @internal */
  constructor(
    name: string,
    args: LustreVolumeArgs,
    opts: pulumi.ComponentResourceOptions,
    planned: Planned<LustrePlan>,
  );
  constructor(
    name: string,
    args: LustreVolumeArgs,
    opts?: pulumi.ComponentResourceOptions,
    { storage, sizeGiB } = aloneInSubnet(name, args),
  ) {
    super("sonar:index:LustreVolume", name, { plan: storage }, opts);
    const below = { parent: this };
    const kept = { ...below, retainOnDelete: storage.deletion === "retain" };
    const further: pulumi.Resource[] = [];
    if (args.fileSystem === undefined) {
      const group = securityGroup(name, args, kept, below);
      further.push(...group.rules);
      this.fileSystem = fileSystem(name, args, storage, group.id, kept);
      if (args.repository) further.push(repository(name, args.repository, this.fileSystem.id, args.tags, kept));
    }
    const { id, dnsName, mountName } = this.fileSystem ?? (args.fileSystem as NonNullable<LustreArgs["fileSystem"]>);
    this.fileSystemId = pulumi.output(id);
    this.claim = claimOf(
      name,
      {
        namespace: args.namespace ?? "default",
        sizeGiB,
        driver: "fsx.csi.aws.com",
        volumeHandle: id,
        volumeAttributes: { dnsname: dnsName, mountname: mountName },
        mountOptions: ["flock"],
      },
      below,
    );
    this.claimName = this.claim.metadata.name;
    this.ready = [this.claim, ...further];
    this.registerOutputs({ claimName: this.claimName, fileSystemId: this.fileSystemId });
  }
}

function aloneInSubnet(name: string, args: LustreVolumeArgs): Planned<LustrePlan> {
  return alone("LustreVolume", name, "fsx-lustre", args, () =>
    args.fileSystem === undefined && args.subnetId === undefined
      ? [{ path: "subnetId", message: "is missing. Give a private subnet in the zone of the nodes." }]
      : [],
  );
}

/** The group stays with the file system, whose interfaces use it; the rule among the nodes' own goes. */
function securityGroup(
  name: string,
  { cluster, securityGroupId, tags }: LustreVolumeArgs,
  kept: pulumi.CustomResourceOptions,
  below: pulumi.CustomResourceOptions,
): { id: pulumi.Input<string>; rules: pulumi.Resource[] } {
  if (securityGroupId !== undefined) return { id: securityGroupId, rules: [] };
  const { vpcId, securityGroupId: nodes } = clusterIds(cluster, { parent: below.parent });
  const access: FileSystemAccess = { vpcId, nodes, ports, mutual: true, tags };
  const group = fileSystemGroup(name, access, kept);
  return { id: group.id, rules: nodesLetIn(name, access, group, below) };
}

function fileSystem(
  name: string,
  { subnetId, kmsKeyId, tags }: LustreVolumeArgs,
  { sizeGiB, perUnitMBps }: LustrePlan,
  securityGroupId: pulumi.Input<string>,
  opts: pulumi.CustomResourceOptions,
) {
  return new fsx.LustreFileSystem(
    name,
    {
      deploymentType: "PERSISTENT_2",
      storageType: "SSD",
      fileSystemTypeVersion: "2.15",
      storageCapacity: sizeGiB,
      perUnitStorageThroughput: perUnitMBps as number,
      subnetIds: idOf(subnetId as pulumi.Input<string>),
      securityGroupIds: [securityGroupId],
      ...(kmsKeyId !== undefined && { kmsKeyId }),
      // weights can be fetched again
      automaticBackupRetentionDays: 0,
      tags: { Name: name, ...tags },
    },
    { ...opts, customTimeouts: { create: "60m", update: "6h", delete: "60m" } },
  );
}

function repository(
  name: string,
  { bucket, prefix, path }: RepositoryArgs,
  fileSystemId: pulumi.Input<string>,
  tags: LustreArgs["tags"],
  opts: pulumi.CustomResourceOptions,
) {
  const folder = prefix === undefined ? "" : `${prefix.replace(/^\/+|\/+$/g, "")}/`;
  return new fsx.DataRepositoryAssociation(
    `${name}-s3`,
    {
      fileSystemId,
      dataRepositoryPath: pulumi.interpolate`s3://${bucket}/${folder}`,
      fileSystemPath: path ?? "/s3",
      batchImportMetaDataOnCreate: true,
      s3: { autoImportPolicy: { events: ["NEW", "CHANGED", "DELETED"] } },
      tags,
    },
    { ...opts, customTimeouts: { create: "60m", delete: "60m" } },
  );
}
