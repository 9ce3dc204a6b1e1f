import type * as sonar from "@sonar-iac/pulumi";
import type { AwsCacheArgs } from "@sonar-iac/pulumi/aws";

const revision = "0123456789abcdef0123456789abcdef01234567";
const hub = { source: "Qwen/Qwen3-32B", revision, weightsGiB: 61 };
const kms = "arn:aws:kms:us-east-1:111122223333:key/1";

/** One cache of a platform for each thing that changes what is made. */
export const caches: Record<string, { cache: AwsCacheArgs | sonar.ModelCacheArgs; model?: sonar.ModelArgs }> = {
  EFS: { cache: { kind: "efs" } },
  "EFS with everything": {
    cache: {
      kind: "efs",
      throughput: { provisionedMiBps: 400 },
      subnetIds: [
        { id: "subnet-a", availabilityZone: "us-east-1a" },
        { id: "subnet-b", availabilityZone: "us-east-1b" },
        { id: "subnet-c", availabilityZone: "us-east-1a" },
      ],
      securityGroupId: "sg-efs",
      kmsKeyId: kms,
      path: "/qwen",
      deletion: "delete",
      fetchImage: "registry.example.com/fetch:1",
      tags: { owner: "llm" },
    },
  },
  "EFS that exists": { cache: { kind: "efs", fileSystemId: "fs-1", throughputMiBps: 900 } },
  "a path on EFS that exists": { cache: { kind: "efs", fileSystemId: "fs-1" }, model: { source: "/models/qwen" } },
  "FSx for Lustre": { cache: { kind: "fsx-lustre" } },
  "FSx for Lustre with a bucket": {
    cache: {
      kind: "fsx-lustre",
      sizeGiB: 4800,
      throughputMBps: 1000,
      subnetId: { id: "subnet-b", availabilityZone: "us-east-1b" },
      kmsKeyId: kms,
      repository: { bucket: "weights", prefix: "qwen", path: "/bucket" },
      deletion: "delete",
      tags: { owner: "llm" },
    },
    model: { source: "/models/bucket/32b" },
  },
  "FSx for Lustre that exists": {
    cache: { kind: "fsx-lustre", fileSystem: { id: "fs-2", dnsName: "fs-2.fsx", mountName: "abc" }, sizeGiB: 2400 },
  },
  EBS: { cache: { kind: "ebs" } },
  "EBS with everything": {
    cache: { kind: "ebs", sizeGiB: 200, iops: 6000, throughputMiBps: 1000, kmsKeyId: kms, deletion: "delete" },
  },
  S3: { cache: { kind: "s3", bucket: "weights", prefix: "qwen" }, model: { source: "s3://weights/qwen/32b" } },
  "S3 by the cluster's OIDC provider": {
    cache: {
      kind: "s3",
      bucket: "weights",
      identity: { oidcProviderArn: "arn:aws:iam::111122223333:oidc-provider/oidc.eks.us-east-1.amazonaws.com/id/ABC" },
      kmsKeyArn: kms,
      tags: { owner: "llm" },
    },
    model: { source: "s3://weights/qwen/32b" },
  },
  "S3 with a role that exists": {
    cache: { kind: "s3", bucket: "weights", roleArn: "arn:aws:iam::111122223333:role/reader" },
    model: { source: "s3://weights/qwen/32b" },
  },
  NVMe: { cache: { kind: "nvme", sizeGiB: 100 } },
  "a claim that exists": { cache: { kind: "claim", claimName: "weights", driver: "efs.csi.aws.com" } },
  "a storage class": { cache: { kind: "storage-class", storageClass: "gp3", sizeGiB: 100 } },
  "the pod's disk": { cache: { kind: "ephemeral" } },
};

/** What serves the model of a cache, but for the platform. */
export const serviceOf = ({ model = hub }: (typeof caches)[string]) => ({
  image: "registry.example.com/aphrodite:0.24.1",
  model,
  replicas: 2,
  parallelism: { tensor: 2 },
});
