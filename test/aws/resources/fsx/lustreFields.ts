import { type Fields, later, only, type Place } from "../../double/fields";
import { tags } from "../../double/tags";

const lustre = (name: string, fields?: Fields): Place => ({ to: `LustreConfiguration.${name}`, fields });

/** What FSx changes in place. */
export const updateFields: Fields = {
  autoImportPolicy: lustre("AutoImportPolicy"),
  automaticBackupRetentionDays: lustre("AutomaticBackupRetentionDays"),
  dailyAutomaticBackupStartTime: lustre("DailyAutomaticBackupStartTime"),
  dataCompressionType: lustre("DataCompressionType"),
  dataReadCacheConfiguration: lustre("DataReadCacheConfiguration", { size: "SizeGiB", sizingMode: "SizingMode" }),
  fileSystemTypeVersion: "FileSystemTypeVersion",
  logConfiguration: lustre("LogConfiguration", { destination: "Destination", level: "Level" }),
  metadataConfiguration: lustre("MetadataConfiguration", { iops: "Iops", mode: "Mode" }),
  perUnitStorageThroughput: lustre("PerUnitStorageThroughput"),
  rootSquashConfiguration: lustre("RootSquashConfiguration", {
    noSquashNids: "NoSquashNids",
    rootSquash: "RootSquash",
  }),
  storageCapacity: "StorageCapacity",
  throughputCapacity: lustre("ThroughputCapacity"),
  weeklyMaintenanceStartTime: lustre("WeeklyMaintenanceStartTime"),
};

/** All of CreateFileSystem for Lustre. `backupId` is another request and has no place. */
export const lustreFields: Fields = {
  ...updateFields,
  copyTagsToBackups: lustre("CopyTagsToBackups"),
  deploymentType: lustre("DeploymentType"),
  driveCacheType: lustre("DriveCacheType"),
  efaEnabled: lustre("EfaEnabled"),
  exportPath: lustre("ExportPath"),
  finalBackupTags: later(),
  importPath: lustre("ImportPath"),
  importedFileChunkSize: lustre("ImportedFileChunkSize"),
  kmsKeyId: "KmsKeyId",
  securityGroupIds: "SecurityGroupIds",
  skipFinalBackup: later(),
  storageType: "StorageType",
  subnetIds: only("SubnetIds"),
  tags: tags(),
};
