import { count, type Fields, later } from "../../double/fields";

/** Fields of the inputs that EKS takes in the same form when a node group is made and when it is changed. */
export const configFields: Fields = {
  scalingConfig: {
    to: "scalingConfig",
    fields: { desiredSize: "desiredSize", maxSize: "maxSize", minSize: "minSize" },
  },
  updateConfig: {
    to: "updateConfig",
    fields: {
      maxUnavailable: "maxUnavailable",
      maxUnavailablePercentage: "maxUnavailablePercentage",
      updateStrategy: "updateStrategy",
    },
  },
  nodeRepairConfig: {
    to: "nodeRepairConfig",
    fields: {
      enabled: "enabled",
      maxParallelNodesRepairedCount: "maxParallelNodesRepairedCount",
      maxParallelNodesRepairedPercentage: "maxParallelNodesRepairedPercentage",
      maxUnhealthyNodeThresholdCount: "maxUnhealthyNodeThresholdCount",
      maxUnhealthyNodeThresholdPercentage: "maxUnhealthyNodeThresholdPercentage",
      nodeRepairConfigOverrides: {
        to: "nodeRepairConfigOverrides",
        each: {
          minRepairWaitTimeMins: count("minRepairWaitTimeMins"),
          nodeMonitoringCondition: "nodeMonitoringCondition",
          nodeUnhealthyReason: "nodeUnhealthyReason",
          repairAction: "repairAction",
        },
      },
    },
  },
  warmPoolConfig: {
    to: "warmPoolConfig",
    fields: {
      maxGroupPreparedCapacity: "maxGroupPreparedCapacity",
      minSize: "minSize",
      poolState: "poolState",
      reuseOnScaleIn: "reuseOnScaleIn",
    },
  },
};

/** All of CreateNodegroup. */
export const nodeGroupFields: Fields = {
  ...configFields,
  amiType: "amiType",
  capacityType: "capacityType",
  clusterName: "clusterName",
  diskSize: "diskSize",
  forceUpdateVersion: later(),
  instanceTypes: "instanceTypes",
  labels: "labels",
  launchTemplate: { to: "launchTemplate", fields: { id: "id", name: "name", version: "version" } },
  nodeGroupName: "nodegroupName",
  nodeGroupNamePrefix: later(),
  nodeRoleArn: "nodeRole",
  releaseVersion: "releaseVersion",
  remoteAccess: {
    to: "remoteAccess",
    fields: { ec2SshKey: "ec2SshKey", sourceSecurityGroupIds: "sourceSecurityGroups" },
  },
  subnetIds: "subnets",
  tags: "tags",
  taints: { to: "taints", each: { effect: "effect", key: "key", value: "value" } },
  version: "version",
};
