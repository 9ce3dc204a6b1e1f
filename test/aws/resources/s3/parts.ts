import type { Values } from "../../double/definition";
import { flag } from "../../double/fields";
import { document, policyProblems } from "../iam/policy";
import { token } from "../tokens";
import { bucketPart } from "./part";

export const bucketPublicAccessBlock = bucketPart({
  type: token.bucketPublicAccessBlock,
  operations: { put: "PutPublicAccessBlock", get: "GetPublicAccessBlock", remove: "DeletePublicAccessBlock" },
  fields: {
    blockPublicAcls: flag("PublicAccessBlockConfiguration.BlockPublicAcls"),
    blockPublicPolicy: flag("PublicAccessBlockConfiguration.BlockPublicPolicy"),
    ignorePublicAcls: flag("PublicAccessBlockConfiguration.IgnorePublicAcls"),
    restrictPublicBuckets: flag("PublicAccessBlockConfiguration.RestrictPublicBuckets"),
  },
});

export const bucketEncryption = bucketPart({
  type: token.bucketEncryption,
  operations: { put: "PutBucketEncryption", get: "GetBucketEncryption", remove: "DeleteBucketEncryption" },
  fields: {
    rules: {
      to: "ServerSideEncryptionConfiguration.Rules",
      each: {
        applyServerSideEncryptionByDefault: {
          to: "ApplyServerSideEncryptionByDefault",
          fields: { sseAlgorithm: "SSEAlgorithm", kmsMasterKeyId: "KMSMasterKeyID" },
        },
        bucketKeyEnabled: flag("BucketKeyEnabled"),
      },
    },
  },
});

/** An empty prefix means all objects, and must be said. */
const filterOf = (value: unknown) => ({ Prefix: (value as Values | undefined)?.Prefix ?? "" });

export const bucketLifecycle = bucketPart({
  type: token.bucketLifecycle,
  operations: {
    put: "PutBucketLifecycleConfiguration",
    get: "GetBucketLifecycleConfiguration",
    remove: "DeleteBucketLifecycle",
  },
  fields: {
    rules: {
      to: "LifecycleConfiguration.Rules",
      each: {
        id: "ID",
        status: "Status",
        filter: { to: "Filter", fields: { prefix: "Prefix" }, as: filterOf },
        expiration: { to: "Expiration", fields: { days: "Days" } },
        abortIncompleteMultipartUpload: {
          to: "AbortIncompleteMultipartUpload",
          fields: { daysAfterInitiation: "DaysAfterInitiation" },
        },
      },
    },
  },
  rules: ({ rules }) =>
    ((rules ?? []) as Values[]).flatMap(({ expiration }, index) => {
      const days = (expiration as Values | undefined)?.days;
      return days === undefined || Number(days) >= 1 ? [] : [`rules[${index}].expiration.days: ${days} is below 1`];
    }),
});

export const bucketPolicy = bucketPart({
  type: token.bucketPolicy,
  operations: { put: "PutBucketPolicy", get: "GetBucketPolicy", remove: "DeleteBucketPolicy" },
  fields: { policy: { to: "Policy", as: document } },
  rules: ({ policy }) => policyProblems("policy", policy, ["Principal", "Resource"], []),
});
