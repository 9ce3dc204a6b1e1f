import * as sonar from "@sonar-iac/pulumi";
import { type AwsCacheArgs, EbsClass, EfsVolume, eks, LustreVolume, S3Access } from "@sonar-iac/pulumi/aws";
import { region } from "../resources/region";
import { cluster, first, kmsKeyArn, oidcProviderArn, roleArn, subnetIds, twoZones } from "./given";
import { service } from "./services";

const tags = { owner: "llm" };
const securityGroupId = "sg-0c1a57e4000000004";
const fileSystemId = "fs-0c1a57e4000000001";
const fileSystem = { id: fileSystemId, dnsName: `${fileSystemId}.fsx.${region}.amazonaws.com`, mountName: "abcdef12" };
const lustre = { kind: "fsx-lustre" } as const;
const bucket = "own-weights";
const s3 = { kind: "s3", bucket } as const;

const caches: Record<string, AwsCacheArgs> = {
  EFS: { kind: "efs" },
  "EFS that goes with its service": { kind: "efs", deletion: "delete", throughputMiBps: 900 },
  "EFS that is paid for ahead, in two zones": {
    kind: "efs",
    throughput: { provisionedMiBps: 400 },
    subnetIds: twoZones,
    securityGroupId,
    kmsKeyId: kmsKeyArn,
    path: "/qwen/weights",
    tags,
  },
  "EFS with throughput by its size": { kind: "efs", throughput: "bursting" },
  "EFS that exists": { kind: "efs", fileSystemId, path: "/qwen", tags },
  Lustre: lustre,
  "Lustre that goes with its service": { ...lustre, deletion: "delete", sizeGiB: 7200 },
  "Lustre with a security group and a key": {
    ...lustre,
    subnetId: twoZones[1],
    securityGroupId,
    kmsKeyId: kmsKeyArn,
    takeOver: false,
    tags,
  },
  "Lustre that exists": { ...lustre, fileSystem, sizeGiB: 2400 },
  EBS: { kind: "ebs" },
  "EBS of its own speed, with a key": {
    kind: "ebs",
    sizeGiB: 200,
    iops: 6000,
    throughputMiBps: 1000,
    kmsKeyId: kmsKeyArn,
  },
  NVMe: { kind: "nvme", sizeGiB: 100 },
};

/** The least throughput of each of FSx's steps, on each form of size. */
const steps = [1200, 2400, 4800].flatMap((sizeGiB) =>
  [125, 250, 500, 1000].map((step): [string, AwsCacheArgs] => [
    `Lustre, ${sizeGiB} GiB at ${step} MB/s for each TiB`,
    { ...lustre, sizeGiB, throughputMBps: (step * sizeGiB) / 1000 },
  ]),
);

/** Weights that are in S3 already. */
const streamed: Record<string, [AwsCacheArgs, string]> = {
  "S3 by Pod Identity": [s3, "s3://own-weights/qwen"],
  "S3, one folder of the bucket, with a key": [
    { ...s3, prefix: "qwen/32b", kmsKeyArn, tags },
    "s3://own-weights/qwen/32b/first",
  ],
  "S3 by the cluster's OIDC provider": [{ ...s3, identity: { oidcProviderArn } }, "s3://own-weights/qwen"],
  "S3 by the cluster's OIDC provider, one folder, with a key": [
    { ...s3, prefix: "qwen", identity: { oidcProviderArn }, kmsKeyArn, tags },
    "s3://own-weights/qwen",
  ],
  "S3 with a role given": [{ ...s3, roleArn }, "s3://own-weights/qwen"],
  "Lustre with a bucket": [{ ...lustre, repository: { bucket } }, "/models/s3/qwen"],
  "Lustre with a folder of a bucket": [
    { ...lustre, repository: { bucket: "own.weights", prefix: "/qwen/32b/", path: "/bucket/qwen" }, tags },
    "/models/bucket/qwen/first",
  ],
};

/** Storage without a service, or with services that share it. */
const alone: Record<string, () => void> = {
  "EFS alone": () => void new EfsVolume("files", { cluster, subnetIds }),
  "EFS alone, with an access point for each of two": () => {
    for (const name of ["chat", "batch"]) new EfsVolume(name, { cluster, fileSystemId, path: `/${name}` });
  },
  "Lustre alone, with a bucket": () =>
    void new LustreVolume("fast", {
      cluster,
      subnetId: first,
      sizeGiB: 4800,
      throughputMBps: 2400,
      repository: { bucket, prefix: "qwen" },
      tags,
    }),
  "a class of EBS, whose volumes a service claims": () => {
    const { storageClassName } = new EbsClass("fast", { throughputMiBps: 1000, kmsKeyId: kmsKeyArn });
    service({}, { modelCache: { kind: "storage-class", storageClass: storageClassName, throughputMiBps: 1000 } });
  },
  "S3 alone, for two accounts": () =>
    void new S3Access("reading", { cluster, bucket, serviceAccounts: ["chat", "batch"], namespace: "llm" }),
  "S3 alone, by the cluster's OIDC provider": () =>
    void new S3Access("reading", {
      cluster,
      bucket,
      identity: { oidcProviderArn },
      serviceAccounts: ["chat", "batch"],
    }),
  "weights that services share": () => {
    const nodes = { instanceType: "g6e.12xlarge", max: 8 };
    const platform = eks({ cluster, subnetIds, nodes, modelCache: { kind: "efs" } });
    const model = { source: "Qwen/Qwen3-32B", revision: "0123456789abcdef0123456789abcdef01234567" };
    const image = "registry.example.com/aphrodite:0.24.1";
    const modelCache = new sonar.ModelCache("weights", { platform, image, model });
    for (const name of ["chat", "batch"]) service({}, { platform, modelCache }, name);
  },
};

/** Caches of KV blocks in buckets. */
const objectCaches: Record<string, Partial<sonar.ObjectStoreCacheArgs>> = {
  "a KV cache in a new bucket": { expiryDays: 3 },
  "a KV cache in a new bucket, by the cluster's OIDC provider": { access: { kind: "irsa", oidcProviderArn } },
  "a KV cache in a bucket and with a role given": {
    bucket,
    expiry: "by-owner",
    access: { kind: "pod-identity", roleArn },
  },
};

const model = { source: "Qwen/Qwen3-32B", revision: "0123456789abcdef0123456789abcdef01234567" };

/** A service with a cache in a bucket. */
function withObjects(over: Partial<sonar.ObjectStoreCacheArgs>) {
  const platform = eks({ cluster, subnetIds, nodes: { instanceType: "g6e.12xlarge", max: 8 } });
  const backend = { kind: "object-store", cpuGiB: 16, region, ...over } as const;
  const kvCache = new sonar.ExternalKVCache("prefixes", { platform, model, backend });
  service({}, { platform, model, kvCache });
}

/** Programs with storage: each kind, new and given, of a service and alone. */
export const storages = new Map<string, () => void>([
  ...[...Object.entries(caches), ...steps].map(([name, modelCache]): [string, () => void] => [
    name,
    () => service({ modelCache }),
  ]),
  ...Object.entries(streamed).map(([name, [modelCache, source]]): [string, () => void] => [
    name,
    () => service({ modelCache }, { model: { source } }),
  ]),
  ...Object.entries(objectCaches).map(([name, over]): [string, () => void] => [name, () => withObjects(over)]),
  ...Object.entries(alone),
]);
