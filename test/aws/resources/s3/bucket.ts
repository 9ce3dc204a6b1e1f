import type { Definition } from "../../double/definition";
import { later } from "../../double/fields";
import { region } from "../region";
import { token } from "../tokens";

/** A bucket's name is the world's: letters, digits, hyphens. */
const named = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

export const bucket: Definition = {
  type: token.bucket,
  autoname: { input: "bucket", prefix: "bucketPrefix", max: 63 },
  create: {
    service: "s3",
    operation: "CreateBucket",
    fields: { bucket: "Bucket", bucketPrefix: later(), forceDestroy: later() },
    shape: (params) => ({ ...params, CreateBucketConfiguration: { LocationConstraint: region } }),
  },
  result: (_, { bucket: name }) => ({
    id: name as string,
    outputs: { bucket: name, arn: `arn:aws:s3:::${name}`, region },
  }),
  answer: () => ({}),
  fixed: ["bucket", "bucketPrefix"],
  updates: [],
  // objects that are there are removed before the bucket
  provider: ["forceDestroy"],
  read: ({ id }) => ({ service: "s3", operation: "HeadBucket", params: { Bucket: id } }),
  remove: ({ id }) => [{ service: "s3", operation: "DeleteBucket", params: { Bucket: id } }],
  rules: ({ bucket: name }) =>
    named.test(String(name)) ? [] : [`bucket: "${name}" is no name of 3 to 63 small letters, digits and hyphens`],
};
