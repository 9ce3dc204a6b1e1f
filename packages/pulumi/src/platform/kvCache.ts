import type * as pulumi from "@pulumi/pulumi";

/** What a platform makes for KV caches in buckets. */
export interface PlatformKVCache {
  /**
   * Makes a bucket whose objects expire.
   *
   * @param name whose bucket it is
   * @param opts whose child the bucket becomes
   * @returns its name
   */
  bucket(
    name: string,
    need: { days: number; region: string },
    opts: pulumi.CustomResourceOptions,
  ): pulumi.Output<string>;
  /**
   * Lets pods of service accounts read, write and list objects below a prefix.
   *
   * @param name what its children are named after
   * @param opts whose children are made
   */
  access(name: string, need: BucketNeed, opts: pulumi.CustomResourceOptions): GrantedAccess;
}

/** What access is granted for. */
export interface BucketNeed {
  bucket: pulumi.Input<string>;
  /** First part of the objects' names, without a slash at its end. */
  prefix: string;
  namespace: pulumi.Input<string>;
  serviceAccounts: string[];
  /** How pods get their role. */
  identity: "pod-identity" | { oidcProviderArn: pulumi.Input<string> };
  /** A role that exists. @default a new one */
  roleArn?: pulumi.Input<string>;
}

/** Access of pods to a bucket. */
export interface GrantedAccess {
  /** Annotations that their service accounts need. */
  accountAnnotations: Record<string, pulumi.Input<string>>;
  /** What pods wait for. */
  after: pulumi.Resource[];
}
