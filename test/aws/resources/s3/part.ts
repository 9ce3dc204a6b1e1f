import type { Definition, Values } from "../../double/definition";
import type { Fields } from "../../double/fields";
import { render } from "../../double/fields";
import { holds } from "../../double/live";
import { token } from "../tokens";

/** How S3 names what a bucket has once. */
interface Part {
  type: string;
  /** Put…, Get… and Delete… of the API. */
  operations: { put: string; get: string; remove: string };
  fields: Fields;
  rules?: Definition["rules"];
}

/** Something that a bucket has once: the request that makes it takes its place, too. */
export function bucketPart({ type, operations, fields, rules }: Part): Definition {
  const all: Fields = { bucket: "Bucket", ...fields };
  const of = (inputs: Values) => ({ Bucket: inputs.bucket });
  return {
    type,
    create: { service: "s3", operation: operations.put, fields: all },
    result: (_, { bucket }) => ({ id: bucket as string, outputs: {} }),
    answer: () => ({}),
    fixed: ["bucket"],
    updates: [
      {
        inputs: Object.keys(fields),
        calls: ({ inputs }) => [{ service: "s3", operation: operations.put, params: render(inputs, all).params }],
      },
    ],
    read: ({ inputs }) => ({ service: "s3", operation: operations.get, params: of(inputs) }),
    remove: ({ inputs }) => [{ service: "s3", operation: operations.remove, params: of(inputs) }],
    holds: ({ bucket }) => holds(token.bucket, bucket),
    rules,
  };
}
