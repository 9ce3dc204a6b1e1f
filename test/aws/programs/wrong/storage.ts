import * as aws from "@pulumi/aws";
import type { Given } from "../../scenario/given";
import type { Case } from "./cases";

/** File systems and secrets that EFS, FSx and Secrets Manager refuse. */
export const storageCases = ({ subnetIds }: Given): Case[] => {
  const lustre = (args: object) => (name: string) =>
    new aws.fsx.LustreFileSystem(name, {
      deploymentType: "PERSISTENT_2",
      storageCapacity: 1200,
      perUnitStorageThroughput: 250,
      subnetIds: subnetIds[0],
      ...args,
    });
  const type = {
    files: "aws:efs/fileSystem:FileSystem",
    lustre: "aws:fsx/lustreFileSystem:LustreFileSystem",
    association: "aws:fsx/dataRepositoryAssociation:DataRepositoryAssociation",
    secret: "aws:secretsmanager/secret:Secret",
  };
  return [
    {
      name: "throughput-mode",
      type: type.files,
      make: (name) => new aws.efs.FileSystem(name, { throughputMode: "fast" }),
      by: "model",
      says: 'ThroughputMode: "fast" is none of bursting, provisioned, elastic',
    },
    {
      name: "provisioned",
      type: type.files,
      make: (name) => new aws.efs.FileSystem(name, { throughputMode: "provisioned" }),
      by: "rule",
      says: "provisionedThroughputInMibps: with throughputMode provisioned",
    },
    {
      name: "mount-subnet",
      type: "aws:efs/mountTarget:MountTarget",
      make: (name) => new aws.efs.MountTarget(name, { fileSystemId: "fs-0123456789abcdef0", subnetId: "a-subnet" }),
      by: "model",
      says: 'SubnetId: "a-subnet" does not match',
    },
    {
      name: "permissions",
      type: "aws:efs/accessPoint:AccessPoint",
      make: (name) =>
        new aws.efs.AccessPoint(name, {
          fileSystemId: "fs-0123456789abcdef0",
          rootDirectory: { path: "/a", creationInfo: { ownerUid: 0, ownerGid: 0, permissions: "rwxr-xr-x" } },
        }),
      by: "model",
      says: 'Permissions: "rwxr-xr-x" does not match',
    },
    {
      name: "capacity",
      type: type.lustre,
      make: lustre({ storageCapacity: 3600 }),
      by: "rule",
      says: "storageCapacity: 3600 GiB; PERSISTENT_2 on SSD has 1200, 2400, multiples of 2400",
    },
    {
      name: "per-unit",
      type: type.lustre,
      make: lustre({ perUnitStorageThroughput: 200 }),
      by: "rule",
      says: "perUnitStorageThroughput: 200; PERSISTENT_2 on SSD has 125, 250, 500, 1000",
    },
    {
      name: "deployment",
      type: type.lustre,
      make: lustre({ deploymentType: "PERSISTENT_3" }),
      by: "model",
      says: 'DeploymentType: "PERSISTENT_3" is none of SCRATCH_1, SCRATCH_2, PERSISTENT_1, PERSISTENT_2',
    },
    {
      name: "event",
      type: type.association,
      make: (name) =>
        new aws.fsx.DataRepositoryAssociation(name, {
          fileSystemId: "fs-0123456789abcdef0",
          fileSystemPath: "/a",
          dataRepositoryPath: "s3://example-weights",
          s3: { autoImportPolicy: { events: ["UPDATED"] } },
        }),
      by: "model",
      says: 'S3.AutoImportPolicy.Events[0]: "UPDATED" is none of NEW, CHANGED, DELETED',
    },
    {
      name: "window",
      type: type.secret,
      make: (name) => new aws.secretsmanager.Secret(name, { recoveryWindowInDays: 3 }),
      by: "rule",
      says: "recoveryWindowInDays: 3 is neither 0 nor 7 to 30",
    },
    {
      name: "description",
      type: type.secret,
      make: (name) => new aws.secretsmanager.Secret(name, { description: "a".repeat(2049) }),
      by: "model",
      says: "Description: 2049 characters is above 2048",
    },
    {
      name: "no-stages",
      type: "aws:secretsmanager/secretVersion:SecretVersion",
      make: (name) =>
        new aws.secretsmanager.SecretVersion(name, { secretId: "given", secretString: 7 as unknown as string }),
      by: "botocore",
      says: "Invalid type for parameter SecretString",
    },
  ];
};
