import { bucketProblems, flag, map, object, text } from "@sonar-iac/topology";
import { z } from "zod";
import { input } from "../../args";
import { arn } from "../arn";
import { subnetSchema } from "../nodeGroup/names";

const name = (what: string) => input(text(`Give ${what}.`));

const kmsKey = arn("kms", "arn:aws:kms:us-east-1:111122223333:key/…").optional();
const securityGroupId = name("the id of a security group").optional();
const fetchImage = name("an image").optional();
const tags = map(input(z.string({ error: "must be text: tags are strings." }))).optional();

/** A folder of a file system, from its root. */
const folder = z
  .string({ error: "must be a path." })
  .regex(/^\/.*[^/]$/, { error: 'must be a folder that begins with "/", without one at its end.' })
  .optional();

const repository = object({
  bucket: input(
    z.string({ error: "must be the name of a bucket." }).superRefine((bucket, context) => {
      for (const { message } of bucketProblems(bucket)) context.addIssue({ code: "custom", message });
    }),
  ),
  prefix: text("Give a folder of the bucket, or leave it out.").optional(),
  path: folder,
});

/** What is known only later in a cache's arguments, by kind; the plain rest is topology's to check. */
export const cacheNames = {
  efs: object({
    fileSystemId: name("the id of a file system").optional(),
    subnetIds: z
      .array(subnetSchema, { error: "must be a list of subnets, each with a mount target of its own." })
      .min(1)
      .optional(),
    securityGroupId,
    kmsKeyId: kmsKey,
    path: folder,
    fetchImage,
    tags,
  }),
  "fsx-lustre": object({
    fileSystem: object({
      id: name("the id of the file system"),
      dnsName: name("the file system's DNS name"),
      mountName: name("the file system's mount name"),
    }).optional(),
    subnetId: subnetSchema.optional(),
    securityGroupId,
    kmsKeyId: kmsKey,
    repository: repository.optional(),
    takeOver: flag().optional(),
    fetchImage,
    tags,
  }),
  ebs: object({ kmsKeyId: kmsKey, fetchImage }),
  s3: object({
    identity: z
      .union(
        [
          z.literal("pod-identity"),
          object({ oidcProviderArn: arn("iam", "arn:aws:iam::111122223333:oidc-provider/…") }),
        ],
        {
          error: 'must be "pod-identity", or { oidcProviderArn } of the cluster.',
        },
      )
      .optional(),
    roleArn: arn("iam", "arn:aws:iam::111122223333:role/…").optional(),
    kmsKeyArn: kmsKey,
    tags,
  }),
  nvme: object({ fetchImage }),
} as const;
