import { tagUpdate } from "../../double/tags";

/** Tags of EKS are a map, and go by ARN. */
export const eksTags = (output: string) =>
  tagUpdate({
    service: "eks",
    add: ({ outputs }, tags) => ({ operation: "TagResource", params: { resourceArn: outputs[output], tags } }),
    remove: ({ outputs }, tagKeys) => ({
      operation: "UntagResource",
      params: { resourceArn: outputs[output], tagKeys },
    }),
  });
