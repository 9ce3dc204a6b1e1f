import type * as pulumi from "@pulumi/pulumi";
import type { EbsSpec, EfsSpec, LustreSpec, NvmeSpec, S3Spec } from "@sonar-iac/topology";
import type { SubnetArgs } from "../nodeGroup";

/** Tags of everything that is made. @default {} */
type Tags = Record<string, pulumi.Input<string>>;

/** A file system of EFS, encrypted, with a mount target in each zone. Needs the driver efs.csi.aws.com in the cluster. */
export interface EfsArgs extends Omit<EfsSpec, "kind" | "existing" | "subnets"> {
  /** A file system that exists, with its mount targets: only an access point is made. @default a new one */
  fileSystemId?: pulumi.Input<string>;
  /** Subnets of the mount targets; of several in one zone the first is taken. @default the nodes' subnets */
  subnetIds?: (pulumi.Input<string> | SubnetArgs)[];
  /** Security group of the mount targets; it must let the nodes in on port 2049. @default a new one */
  securityGroupId?: pulumi.Input<string>;
  /** Key that encrypts the file system, as an ARN. @default the account's key for EFS */
  kmsKeyId?: pulumi.Input<string>;
  /** Folder of the file system that engines see. @default "/models" */
  path?: string;
  tags?: Tags;
}

/** A folder of a bucket that appears in a file system. */
export interface RepositoryArgs {
  bucket: pulumi.Input<string>;
  /** Folder of the bucket. @default all of it */
  prefix?: string;
  /** Where it appears in the file system, which engines see at /models. @default "/s3" */
  path?: string;
}

/** A file system of FSx for Lustre: SSD, PERSISTENT_2, Lustre 2.15. Needs the driver fsx.csi.aws.com in the cluster. */
export interface LustreArgs extends Omit<LustreSpec, "kind" | "existing" | "subnet" | "repository"> {
  /** A file system that exists. @default a new one */
  fileSystem?: { id: pulumi.Input<string>; dnsName: pulumi.Input<string>; mountName: pulumi.Input<string> };
  /** Its subnet. @default the first of the nodes' subnets */
  subnetId?: pulumi.Input<string> | SubnetArgs;
  /** Security group of the file system; nodes and file system must let each other in on ports 988 and 1018 to 1023. @default a new one */
  securityGroupId?: pulumi.Input<string>;
  /** Key that encrypts the file system, as an ARN. @default the account's key for FSx */
  kmsKeyId?: pulumi.Input<string>;
  /** A folder of a bucket that appears in the file system, and follows the bucket's changes. @default none */
  repository?: RepositoryArgs;
  /** The root of the file system belongs to root: the fetch begins as root, and hands it to the engines' user. @default true for a new one */
  takeOver?: boolean;
  tags?: Tags;
}

/** Volumes of EBS, encrypted, one for each engine. Needs the driver ebs.csi.aws.com in the cluster. */
export interface EbsArgs extends Omit<EbsSpec, "kind"> {
  /** Key that encrypts the volumes, as an ARN; the driver must be allowed to use it. @default the account's key for EBS */
  kmsKeyId?: pulumi.Input<string>;
}

/** Weights in S3, which the engine streams into its GPUs with its extra `runai`. */
export interface S3Args extends Omit<S3Spec, "kind" | "identity"> {
  /** How pods get the role: by EKS Pod Identity, whose agent must be in the cluster, or by the cluster's OIDC provider. @default "pod-identity" */
  identity?: "pod-identity" | { oidcProviderArn: pulumi.Input<string> };
  /** A role that exists, may read the folder, and trusts the identity. @default a new one, in the partition "aws" */
  roleArn?: pulumi.Input<string>;
  /** Key that the objects are encrypted with, as an ARN. @default S3's own encryption */
  kmsKeyArn?: pulumi.Input<string>;
  tags?: Tags;
}

interface Fetched {
  /** Image for the fetch. @default the engine's */
  fetchImage?: pulumi.Input<string>;
}

/** Where weights live on AWS. */
export type AwsCacheArgs =
  | ({ kind: "efs" } & EfsArgs & Fetched)
  | ({ kind: "fsx-lustre" } & LustreArgs & Fetched)
  | ({ kind: "ebs" } & EbsArgs & Fetched)
  | ({ kind: "s3" } & S3Args)
  | (NvmeSpec & Fetched);
