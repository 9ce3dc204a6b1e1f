import type { Definition } from "../../double/definition";
import { render } from "../../double/fields";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { same } from "../../double/values";
import { arn } from "../arn";
import { region } from "../region";
import { token } from "../tokens";
import { downwards, efaRules } from "./lustreChanges";
import { lustreFields, updateFields } from "./lustreFields";
import { lustreRules } from "./lustreRules";
import { fsxTags } from "./tags";

export const lustreFileSystem: Definition = {
  type: token.lustreFileSystem,
  create: {
    service: "fsx",
    operation: "CreateFileSystem",
    fields: lustreFields,
    shape: (params) => ({ FileSystemType: "LUSTRE", ...params }),
  },
  result: ({ FileSystem }) => {
    const { FileSystemId: id } = FileSystem as { FileSystemId: string };
    return {
      id,
      outputs: {
        arn: arn("fsx", `file-system/${id}`),
        dnsName: `${id}.fsx.${region}.amazonaws.com`,
        mountName: id.slice(-8),
      },
    };
  },
  answer: () => ({ FileSystem: { FileSystemId: freshId("fs-") } }),
  unordered: ["securityGroupIds"],
  fixed: [
    "copyTagsToBackups",
    "deploymentType",
    "driveCacheType",
    "efaEnabled",
    "exportPath",
    "importPath",
    "importedFileChunkSize",
    "kmsKeyId",
    "securityGroupIds",
    "storageType",
    "subnetIds",
  ],
  fixedWhen: downwards,
  changeRules: efaRules,
  updates: [
    {
      inputs: Object.keys(updateFields),
      calls: (now, before) => {
        const changed = Object.keys(updateFields).filter((name) => !same(now.inputs[name], before.inputs[name]));
        const inputs = Object.fromEntries(changed.map((name) => [name, now.inputs[name]]));
        const params = { FileSystemId: now.id, ...render(inputs, updateFields).params };
        return [{ service: "fsx", operation: "UpdateFileSystem", params }];
      },
    },
    fsxTags,
  ],
  provider: ["finalBackupTags", "skipFinalBackup"],
  read: ({ id }) => ({ service: "fsx", operation: "DescribeFileSystems", params: { FileSystemIds: [id] } }),
  remove: ({ id, inputs }) => [
    {
      service: "fsx",
      operation: "DeleteFileSystem",
      params: { FileSystemId: id, LustreConfiguration: { SkipFinalBackup: inputs.skipFinalBackup ?? true } },
    },
  ],
  holds: ({ subnetIds, securityGroupIds }) => [
    ...holds(token.subnet, subnetIds, "DependencyViolation"),
    ...holds(token.securityGroup, securityGroupIds, "DependencyViolation"),
  ],
  rules: lustreRules,
};
