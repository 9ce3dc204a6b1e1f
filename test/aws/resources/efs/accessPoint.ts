import type { Definition } from "../../double/definition";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { tags } from "../../double/tags";
import { arn } from "../arn";
import { token } from "../tokens";
import { efsTags } from "./tags";

export const accessPoint: Definition = {
  type: token.accessPoint,
  create: {
    service: "efs",
    operation: "CreateAccessPoint",
    fields: {
      fileSystemId: "FileSystemId",
      posixUser: { to: "PosixUser", fields: { gid: "Gid", secondaryGids: "SecondaryGids", uid: "Uid" } },
      rootDirectory: {
        to: "RootDirectory",
        fields: {
          creationInfo: {
            to: "CreationInfo",
            fields: { ownerGid: "OwnerGid", ownerUid: "OwnerUid", permissions: "Permissions" },
          },
          path: "Path",
        },
      },
      tags: tags(),
    },
    shape: (params) => ({ ClientToken: freshId("token-"), ...params }),
  },
  result: ({ AccessPointId: id }) => ({
    id: id as string,
    outputs: { arn: arn("elasticfilesystem", `access-point/${id}`) },
  }),
  answer: () => ({ AccessPointId: freshId("fsap-") }),
  fixed: ["fileSystemId", "posixUser", "rootDirectory"],
  updates: [efsTags],
  read: ({ id }) => ({ service: "efs", operation: "DescribeAccessPoints", params: { AccessPointId: id } }),
  remove: ({ id }) => [{ service: "efs", operation: "DeleteAccessPoint", params: { AccessPointId: id } }],
  holds: ({ fileSystemId }) => holds(token.efsFileSystem, fileSystemId),
};
