import * as aws from "@pulumi/aws";
import type { Given } from "../../scenario/given";
import type { Case } from "./cases";

/** Buckets, and what they have once, that S3 refuses. */
export const objectCases = ({ bucket }: Given): Case[] => [
  {
    name: "bucket-name",
    type: "aws:s3/bucket:Bucket",
    make: (name) => new aws.s3.Bucket(name, { bucket: "KV_Cache" }),
    by: "rule",
    says: 'bucket: "KV_Cache" is no name of 3 to 63',
  },
  {
    name: "no-bucket",
    type: "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
    make: (name) => new aws.s3.BucketPublicAccessBlock(name, { bucket: "nobody-has-it", blockPublicAcls: true }),
    by: "reference",
    says: "nobody-has-it",
  },
  {
    name: "encryption",
    type: "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
    make: (name) =>
      new aws.s3.BucketServerSideEncryptionConfiguration(name, {
        bucket,
        rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: "rot13" } }],
      }),
    by: "model",
    says: '"rot13" is none of',
  },
  {
    name: "expiry",
    type: "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
    make: (name) =>
      new aws.s3.BucketLifecycleConfiguration(name, {
        bucket,
        rules: [{ id: "expire", status: "Enabled", filter: { prefix: "" }, expiration: { days: 0 } }],
      }),
    by: "rule",
    says: "rules[0].expiration.days: 0 is below 1",
  },
  {
    name: "bucket-policy",
    type: "aws:s3/bucketPolicy:BucketPolicy",
    make: (name) =>
      new aws.s3.BucketPolicy(name, {
        bucket,
        policy: JSON.stringify({ Statement: [{ Effect: "Deny", Action: "s3:*", Resource: "*" }] }),
      }),
    by: "rule",
    says: "policy.Statement[0]: no Principal",
  },
];
