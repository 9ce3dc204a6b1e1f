import * as pulumi from "@pulumi/pulumi";
import type { BucketNeed, GrantedAccess } from "../../platform";
import type { ClusterArgs } from "../cluster";
import { associate, roleWith, trustOf } from "../identity";

/** Lets pods of service accounts read and write a cache's objects, and list them; in the partition "aws". */
export function bucketAccess(
  name: string,
  need: BucketNeed,
  cluster: ClusterArgs,
  opts: pulumi.CustomResourceOptions,
): GrantedAccess {
  const { bucket, prefix, identity, namespace, serviceAccounts: names } = need;
  const accounts = { namespace, names };
  const role =
    need.roleArn === undefined
      ? roleWith(name, { assumeRolePolicy: trustOf(identity, accounts) }, statements(bucket, prefix), opts)
      : undefined;
  const roleArn = role ? role.arn : (need.roleArn as pulumi.Input<string>);
  const after: pulumi.Resource[] = role ? [role.policy] : [];
  if (identity !== "pod-identity") return { accountAnnotations: { "eks.amazonaws.com/role-arn": roleArn }, after };
  return { accountAnnotations: {}, after: [...after, ...associate(name, cluster.name, roleArn, accounts, opts)] };
}

/** Without listing, S3 answers 403 for an object that is not there, which is no miss; a question for one object has no prefix. */
const statements = (bucket: pulumi.Input<string>, prefix: string): pulumi.Output<object[]> =>
  pulumi.output(bucket).apply((its) => [
    { Effect: "Allow", Action: ["s3:GetObject", "s3:PutObject"], Resource: `arn:aws:s3:::${its}/${prefix}/*` },
    {
      Effect: "Allow",
      Action: "s3:ListBucket",
      Resource: `arn:aws:s3:::${its}`,
      Condition: { StringLikeIfExists: { "s3:prefix": `${prefix}/*` } },
    },
  ]);
