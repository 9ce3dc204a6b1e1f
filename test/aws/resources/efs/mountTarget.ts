import type { Definition } from "../../double/definition";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { region } from "../region";
import { token } from "../tokens";

export const mountTarget: Definition = {
  type: token.mountTarget,
  create: {
    service: "efs",
    operation: "CreateMountTarget",
    fields: {
      fileSystemId: "FileSystemId",
      ipAddress: "IpAddress",
      ipAddressType: "IpAddressType",
      ipv6Address: "Ipv6Address",
      securityGroups: "SecurityGroups",
      subnetId: "SubnetId",
    },
  },
  result: ({ MountTargetId }, { fileSystemId }) => ({
    id: MountTargetId as string,
    outputs: { dnsName: `${fileSystemId}.efs.${region}.amazonaws.com` },
  }),
  answer: () => ({ MountTargetId: freshId("fsmt-") }),
  unordered: ["securityGroups"],
  fixed: ["fileSystemId", "subnetId", "ipAddress", "ipAddressType", "ipv6Address"],
  updates: [
    {
      inputs: ["securityGroups"],
      calls: ({ id, inputs }) => [
        {
          service: "efs",
          operation: "ModifyMountTargetSecurityGroups",
          params: { MountTargetId: id, SecurityGroups: inputs.securityGroups ?? [] },
        },
      ],
    },
  ],
  read: ({ id }) => ({ service: "efs", operation: "DescribeMountTargets", params: { MountTargetId: id } }),
  remove: ({ id }) => [{ service: "efs", operation: "DeleteMountTarget", params: { MountTargetId: id } }],
  holds: ({ fileSystemId, subnetId, securityGroups }) => [
    ...holds(token.efsFileSystem, fileSystemId, "FileSystemInUse"),
    ...holds(token.subnet, subnetId, "DependencyViolation"),
    ...holds(token.securityGroup, securityGroups, "DependencyViolation"),
  ],
};
