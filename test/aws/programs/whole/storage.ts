import * as aws from "@pulumi/aws";
import { anew, given, inPlace, tags } from "./settings";

const group = new aws.ec2.SecurityGroup("storage", {
  vpcId: given.vpcId,
  ingress: [{ protocol: "tcp", fromPort: 988, toPort: 988, self: true, description: "Lustre" }],
  egress: [{ protocol: "-1", fromPort: 0, toPort: 0, cidrBlocks: inPlace(["10.0.0.0/16"], ["10.0.0.0/8"]) }],
  tags,
});
const nfs = new aws.vpc.SecurityGroupIngressRule("nfs", {
  securityGroupId: group.id,
  referencedSecurityGroupId: given.clusterSecurityGroupId,
  ipProtocol: "tcp",
  fromPort: 2049,
  toPort: inPlace(2049, 2050),
});
const other = new aws.ec2.SecurityGroup("storage-more", { vpcId: given.vpcId, tags });

const files = new aws.efs.FileSystem("weights", {
  encrypted: true,
  creationToken: anew("weights", "weights-2"),
  throughputMode: inPlace("elastic", "provisioned"),
  ...(inPlace(false, true) && { provisionedThroughputInMibps: 512 }),
  lifecyclePolicies: [{ transitionToIa: inPlace("AFTER_30_DAYS", "AFTER_60_DAYS") }],
  protection: { replicationOverwrite: inPlace("ENABLED", "DISABLED") },
  tags,
});
const targets = given.subnetIds.map(
  (subnetId, index) =>
    new aws.efs.MountTarget(
      `weights-${index}`,
      { fileSystemId: files.id, subnetId, securityGroups: inPlace([group.id], [group.id, other.id]) },
      { dependsOn: [nfs], deleteBeforeReplace: true },
    ),
);
new aws.efs.AccessPoint(
  "weights",
  {
    fileSystemId: files.id,
    posixUser: { uid: 2000, gid: 2000 },
    rootDirectory: {
      path: anew("/weights", "/models"),
      creationInfo: { ownerUid: 2000, ownerGid: 2000, permissions: "0755" },
    },
    tags,
  },
  { dependsOn: targets },
);

const lustre = new aws.fsx.LustreFileSystem("fast", {
  deploymentType: "PERSISTENT_2",
  storageType: "SSD",
  storageCapacity: anew(inPlace(2400, 4800), 1200),
  perUnitStorageThroughput: 500,
  dataCompressionType: inPlace("LZ4", "NONE"),
  fileSystemTypeVersion: inPlace("2.12", "2.15"),
  metadataConfiguration: { mode: "AUTOMATIC" },
  efaEnabled: true,
  subnetIds: given.subnetIds[0],
  securityGroupIds: [group.id],
  weeklyMaintenanceStartTime: inPlace("7:03:00", "6:03:00"),
  tags,
});
new aws.fsx.DataRepositoryAssociation("weights", {
  fileSystemId: lustre.id,
  fileSystemPath: anew("/weights", "/models"),
  dataRepositoryPath: "s3://example-weights/models",
  batchImportMetaDataOnCreate: true,
  s3: { autoImportPolicy: { events: inPlace(["NEW", "CHANGED"], ["NEW", "CHANGED", "DELETED"]) } },
  tags,
});
