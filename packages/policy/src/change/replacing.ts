import { types } from "../rules/aws/types";
import type { Path } from "../view";

/** Fields of a StatefulSet that the API server lets change. */
const changeable = [
  "replicas",
  "template",
  "updateStrategy",
  "minReadySeconds",
  "ordinals",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
];

/** Fields of AWS resources that only a new resource has. Source: ForceNew of the provider's schema, 7.48. */
const aws: Record<string, readonly string[]> = {
  [types.nodeGroup]: [
    "clusterName",
    "nodeGroupName",
    "nodeGroupNamePrefix",
    "subnetIds",
    "instanceTypes",
    "amiType",
    "capacityType",
    "diskSize",
    "nodeRoleArn",
    "remoteAccess",
  ],
  // the library replaces a template whose instance type changes, and its group with it
  [types.launchTemplate]: ["name", "namePrefix", "instanceType"],
  [types.fileSystem]: ["encrypted", "kmsKeyId", "performanceMode", "availabilityZoneName", "creationToken"],
  [types.volume]: ["availabilityZone", "encrypted", "kmsKeyId", "snapshotId", "multiAttachEnabled"],
  "aws:fsx/lustreFileSystem:LustreFileSystem": [
    "deploymentType",
    "storageType",
    "subnetIds",
    "securityGroupIds",
    "kmsKeyId",
    "importPath",
    "driveCacheType",
  ],
};

/** Whether a resource of the type is replaced when the field changes. */
export function replacingFields(type: string, path: Path): boolean {
  const [first, second] = path;
  if (type in aws) return aws[type]?.includes(String(first)) ?? false;
  if (!type.startsWith("kubernetes:")) return false;
  if (first === "metadata") return second === "name" || second === "namespace";
  if (first !== "spec") return type.endsWith(":ConfigMap") && (first === "data" || first === "binaryData");
  if (type.endsWith(":StatefulSet")) return !changeable.includes(String(second));
  if (type.endsWith(":Deployment")) return second === "selector";
  if (type.endsWith(":PersistentVolumeClaim")) return second !== "resources";
  return type.endsWith(":Job") ? second === "template" || second === "selector" || second === "completions" : false;
}
