import * as s3 from "@pulumi/aws/s3";
import * as pulumi from "@pulumi/pulumi";

/**
 * A bucket of a KV cache: private, encrypted, over TLS alone, and with objects that expire, since nothing in the engine removes any. It goes with the
 * cache, objects and all: what it holds can be computed again.
 */
export function cacheBucket(
  name: string,
  { days, region }: { days: number; region: string },
  opts: pulumi.CustomResourceOptions,
): pulumi.Output<string> {
  const bucket = new s3.Bucket(
    name,
    { region, bucketPrefix: `${name.slice(0, longestPrefix - 1)}-`.toLowerCase(), forceDestroy: true },
    opts,
  );
  // objects belong to the bucket's owner, and lists of rights are off: what S3 does by itself
  const its = { region, bucket: bucket.bucket };
  const closed = new s3.BucketPublicAccessBlock(
    name,
    { ...its, blockPublicAcls: true, blockPublicPolicy: true, ignorePublicAcls: true, restrictPublicBuckets: true },
    opts,
  );
  new s3.BucketServerSideEncryptionConfiguration(
    name,
    { ...its, rules: [{ applyServerSideEncryptionByDefault: { sseAlgorithm: "AES256" } }] },
    opts,
  );
  new s3.BucketLifecycleConfiguration(
    name,
    {
      ...its,
      rules: [
        {
          id: "expire",
          status: "Enabled",
          filter: { prefix: "" },
          expiration: { days },
          abortIncompleteMultipartUpload: { daysAfterInitiation: 1 },
        },
      ],
    },
    opts,
  );
  const policy = pulumi.jsonStringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Deny",
        Principal: "*",
        Action: "s3:*",
        Resource: [bucket.arn, pulumi.interpolate`${bucket.arn}/*`],
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
    ],
  });
  // S3 refuses to change both at once
  new s3.BucketPolicy(name, { ...its, policy }, { ...opts, dependsOn: [closed] });
  return bucket.bucket;
}

/** Of a prefix the provider takes 37 characters, and appends 26. */
const longestPrefix = 37;
