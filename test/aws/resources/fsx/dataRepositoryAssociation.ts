import type { Definition, Made, Values } from "../../double/definition";
import { type Fields, later, render } from "../../double/fields";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { tags } from "../../double/tags";
import { arn } from "../arn";
import { token } from "../tokens";
import { fsxTags } from "./tags";

const policy = (to: string) => ({ to, fields: { events: "Events" } });
const updateFields: Fields = {
  importedFileChunkSize: "ImportedFileChunkSize",
  s3: {
    to: "S3",
    fields: { autoExportPolicy: policy("AutoExportPolicy"), autoImportPolicy: policy("AutoImportPolicy") },
  },
};
const changes = ({ inputs: { importedFileChunkSize, s3 } }: Made) =>
  render({ importedFileChunkSize, s3 }, updateFields).params;

function problems({ fileSystemPath, dataRepositoryPath }: Values): string[] {
  return [
    ...(String(fileSystemPath).startsWith("/")
      ? []
      : [`fileSystemPath: "${fileSystemPath}" does not begin with a slash`]),
    ...(/^s3:\/\/[a-z0-9][a-z0-9.-]+/.test(String(dataRepositoryPath))
      ? []
      : [`dataRepositoryPath: "${dataRepositoryPath}" is not s3://bucket/prefix`]),
  ];
}

export const dataRepositoryAssociation: Definition = {
  type: token.dataRepositoryAssociation,
  create: {
    service: "fsx",
    operation: "CreateDataRepositoryAssociation",
    fields: {
      ...updateFields,
      batchImportMetaDataOnCreate: "BatchImportMetaDataOnCreate",
      dataRepositoryPath: "DataRepositoryPath",
      deleteDataInFilesystem: later(),
      fileSystemId: "FileSystemId",
      fileSystemPath: "FileSystemPath",
      tags: tags(),
    },
  },
  result: ({ Association }) => {
    const { AssociationId: id, ResourceARN } = Association as { AssociationId: string; ResourceARN: string };
    return { id, outputs: { associationId: id, arn: ResourceARN } };
  },
  answer: ({ fileSystemId }) => {
    const AssociationId = freshId("dra-");
    return { Association: { AssociationId, ResourceARN: arn("fsx", `association/${fileSystemId}/${AssociationId}`) } };
  },
  fixed: ["batchImportMetaDataOnCreate", "dataRepositoryPath", "fileSystemId", "fileSystemPath"],
  updates: [
    {
      inputs: Object.keys(updateFields),
      calls: (made) => [
        {
          service: "fsx",
          operation: "UpdateDataRepositoryAssociation",
          params: { AssociationId: made.id, ...changes(made) },
        },
      ],
    },
    fsxTags,
  ],
  provider: ["deleteDataInFilesystem"],
  read: ({ id }) => ({
    service: "fsx",
    operation: "DescribeDataRepositoryAssociations",
    params: { AssociationIds: [id] },
  }),
  remove: ({ id, inputs }) => [
    {
      service: "fsx",
      operation: "DeleteDataRepositoryAssociation",
      params: { AssociationId: id, DeleteDataInFileSystem: inputs.deleteDataInFilesystem ?? false },
    },
  ],
  holds: ({ fileSystemId }) => holds(token.lustreFileSystem, fileSystemId),
  rules: (inputs, live) => [
    ...problems(inputs),
    ...(live.find(token.lustreFileSystem, inputs.fileSystemId)?.inputs.deploymentType === "SCRATCH_1"
      ? ["fileSystemId: SCRATCH_1 takes no association"]
      : []),
  ],
};
