import * as aws from "@pulumi/aws";
import * as pulumi from "@pulumi/pulumi";
import { anew, inPlace } from "./settings";

const bucket = new aws.s3.Bucket("kv", { bucketPrefix: anew("kv-cache-", "kv-blocks-"), forceDestroy: true });
const its = { bucket: bucket.bucket };
const closed = new aws.s3.BucketPublicAccessBlock("kv", {
  ...its,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: inPlace(false, true),
});
new aws.s3.BucketServerSideEncryptionConfiguration("kv", {
  ...its,
  rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: inPlace("AES256", "aws:kms") } }],
});
new aws.s3.BucketLifecycleConfiguration("kv", {
  ...its,
  rules: [
    {
      id: "expire",
      status: "Enabled",
      filter: { prefix: "" },
      expiration: { days: inPlace(7, 3) },
      abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
    },
  ],
});
new aws.s3.BucketPolicy(
  "kv",
  {
    ...its,
    policy: pulumi.jsonStringify({
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Deny",
          Principal: "*",
          Action: inPlace("s3:*", "s3:GetObject"),
          Resource: pulumi.interpolate`${bucket.arn}/*`,
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        },
      ],
    }),
  },
  { dependsOn: [closed] },
);
