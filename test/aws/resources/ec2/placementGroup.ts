import type { Definition } from "../../double/definition";
import { freshId } from "../../double/names";
import { ec2Tags, tagSpecification } from "../../double/tags";
import { arn } from "../arn";
import { token } from "../tokens";

export const placementGroup: Definition = {
  type: token.placementGroup,
  autoname: { input: "name", max: 255 },
  create: {
    service: "ec2",
    operation: "CreatePlacementGroup",
    fields: {
      name: "GroupName",
      partitionCount: "PartitionCount",
      spreadLevel: "SpreadLevel",
      strategy: "Strategy",
      tags: tagSpecification("placement-group"),
    },
  },
  result: ({ PlacementGroup }, { name }) => ({
    id: String(name),
    outputs: {
      placementGroupId: (PlacementGroup as { GroupId: string }).GroupId,
      arn: arn("ec2", `placement-group/${name}`),
    },
  }),
  answer: () => ({ PlacementGroup: { GroupId: freshId("pg-") } }),
  fixed: ["name", "strategy", "partitionCount", "spreadLevel"],
  updates: [ec2Tags(({ outputs }) => outputs.placementGroupId)],
  read: ({ id }) => ({ service: "ec2", operation: "DescribePlacementGroups", params: { GroupNames: [id] } }),
  remove: ({ id }) => [{ service: "ec2", operation: "DeletePlacementGroup", params: { GroupName: id } }],
  rules: ({ strategy, partitionCount }) =>
    strategy !== "partition" && partitionCount !== undefined ? ["partitionCount: only strategy partition has it"] : [],
};
