import { tagList, tagUpdate } from "../../double/tags";

export const fsxTags = tagUpdate({
  service: "fsx",
  add: ({ outputs }, added) => ({
    operation: "TagResource",
    params: { ResourceARN: outputs.arn, Tags: tagList(added) },
  }),
  remove: ({ outputs }, TagKeys) => ({ operation: "UntagResource", params: { ResourceARN: outputs.arn, TagKeys } }),
});
