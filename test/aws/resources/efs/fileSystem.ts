import type { Call, Definition, Made, Values } from "../../double/definition";
import { type Fields, isEmpty, later, render } from "../../double/fields";
import { freshId } from "../../double/names";
import { tags } from "../../double/tags";
import { arn } from "../arn";
import { account, region } from "../region";
import { token } from "../tokens";
import { efsTags } from "./tags";

const lifecycle: Fields = {
  transitionToArchive: "TransitionToArchive",
  transitionToIa: "TransitionToIA",
  transitionToPrimaryStorageClass: "TransitionToPrimaryStorageClass",
};

const putLifecycle = ({ id, inputs }: Made): Call => ({
  service: "efs",
  operation: "PutLifecycleConfiguration",
  params: {
    FileSystemId: id,
    LifecyclePolicies: ((inputs.lifecyclePolicies ?? []) as Values[]).map((one) => render(one, lifecycle).params),
  },
});

const protect = ({ id, inputs }: Made): Call => ({
  service: "efs",
  operation: "UpdateFileSystemProtection",
  params: {
    FileSystemId: id,
    ReplicationOverwriteProtection: ((inputs.protection ?? {}) as Values).replicationOverwrite ?? "ENABLED",
  },
});

export const efsFileSystem: Definition = {
  type: token.efsFileSystem,
  create: {
    service: "efs",
    operation: "CreateFileSystem",
    fields: {
      availabilityZoneName: "AvailabilityZoneName",
      creationToken: "CreationToken",
      encrypted: "Encrypted",
      kmsKeyId: "KmsKeyId",
      lifecyclePolicies: later({ each: lifecycle }),
      performanceMode: "PerformanceMode",
      protection: later({ fields: { replicationOverwrite: "ReplicationOverwriteProtection" } }),
      provisionedThroughputInMibps: "ProvisionedThroughputInMibps",
      tags: tags(),
      throughputMode: "ThroughputMode",
    },
    shape: (params) => ({ CreationToken: freshId("terraform-"), ...params }),
  },
  result: ({ FileSystemId: id }) => ({
    id: id as string,
    outputs: {
      arn: arn("elasticfilesystem", `file-system/${id}`),
      dnsName: `${id}.efs.${region}.amazonaws.com`,
      ownerId: account,
    },
  }),
  answer: () => ({ FileSystemId: freshId("fs-") }),
  after: (made) => [
    ...(isEmpty(made.inputs.lifecyclePolicies) ? [] : [putLifecycle(made)]),
    ...(isEmpty(made.inputs.protection) ? [] : [protect(made)]),
  ],
  fixed: ["availabilityZoneName", "creationToken", "encrypted", "kmsKeyId", "performanceMode"],
  updates: [
    {
      inputs: ["throughputMode", "provisionedThroughputInMibps"],
      calls: ({ id, inputs }) => [
        {
          service: "efs",
          operation: "UpdateFileSystem",
          params: {
            FileSystemId: id,
            ThroughputMode: inputs.throughputMode ?? "bursting",
            ...(!isEmpty(inputs.provisionedThroughputInMibps) && {
              ProvisionedThroughputInMibps: inputs.provisionedThroughputInMibps,
            }),
          },
        },
      ],
    },
    { inputs: ["lifecyclePolicies"], calls: (now) => [putLifecycle(now)] },
    { inputs: ["protection"], calls: (now) => [protect(now)] },
    efsTags,
  ],
  read: ({ id }) => ({ service: "efs", operation: "DescribeFileSystems", params: { FileSystemId: id } }),
  remove: ({ id }) => [{ service: "efs", operation: "DeleteFileSystem", params: { FileSystemId: id } }],
  rules: ({ throughputMode, provisionedThroughputInMibps, performanceMode }) => [
    ...((throughputMode === "provisioned") === !isEmpty(provisionedThroughputInMibps)
      ? []
      : ["provisionedThroughputInMibps: with throughputMode provisioned, and only with it"]),
    ...(throughputMode === "elastic" && performanceMode === "maxIO" ? ["performanceMode: elastic has no maxIO"] : []),
  ],
};
