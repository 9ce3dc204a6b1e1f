import { tagList, tagUpdate } from "../../double/tags";

export const efsTags = tagUpdate({
  service: "efs",
  add: ({ id }, added) => ({ operation: "TagResource", params: { ResourceId: id, Tags: tagList(added) } }),
  remove: ({ id }, TagKeys) => ({ operation: "UntagResource", params: { ResourceId: id, TagKeys } }),
});
