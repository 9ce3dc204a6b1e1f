import * as pulumi from "@pulumi/pulumi";
import { kvCacheBucket, type ObjectStoreCachePlan } from "@sonar-iac/topology";
import type { KVCacheAttachment } from "../../engine";
import { variableOf } from "../../kube";
import type { Platform } from "../../platform";
import type { BucketAccess, ObjectStoreCacheArgs } from "../backends";

type Given = Pick<KVCacheAttachment, "env" | "expanded" | "grant">;

/** A bucket, made or given, and how engines get at it. */
export function bucketCache(
  name: string,
  { prefix, expiry, region }: ObjectStoreCachePlan,
  args: ObjectStoreCacheArgs,
  platform: Platform,
  opts: pulumi.CustomResourceOptions,
): Given & { bucket: pulumi.Output<string> } {
  const made =
    args.bucket === undefined
      ? platform.kvCache?.bucket(`${name}-bucket`, { days: expiry.days, region }, opts)
      : undefined;
  const bucket = made ?? pulumi.output(args.bucket as string);
  const { access = { kind: "pod-identity" } } = args;
  return {
    bucket,
    expanded: [kvCacheBucket],
    env: [{ name: variableOf(kvCacheBucket), value: bucket }, ...(access.kind === "secret" ? keysOf(access) : [])],
    grant: (child, serviceAccounts, childOpts) => {
      if (access.kind === "secret") return { accountAnnotations: {}, after: [] };
      const { roleArn } = access;
      const { namespace, kvCache } = platform;
      if (kvCache === undefined) {
        return { accountAnnotations: { "eks.amazonaws.com/role-arn": roleArn as pulumi.Input<string> }, after: [] };
      }
      const identity = identityOf(access);
      const need = { bucket, prefix, namespace, serviceAccounts, identity, ...(roleArn !== undefined && { roleArn }) };
      return kvCache.access(child, need, childOpts);
    },
  };
}

const keysOf = ({ secretName, keyId, key }: Extract<BucketAccess, { kind: "secret" }>) =>
  [
    { name: "AWS_ACCESS_KEY_ID", entry: keyId },
    { name: "AWS_SECRET_ACCESS_KEY", entry: key },
  ].map(({ name, entry }) => ({ name, valueFrom: { secretKeyRef: { name: secretName, key: entry ?? name } } }));

/** A role that exists trusts whom it trusts already. */
const identityOf = (access: Exclude<BucketAccess, { kind: "secret" }>) =>
  access.kind === "pod-identity" ? access.kind : { oidcProviderArn: access.oidcProviderArn ?? "" };
