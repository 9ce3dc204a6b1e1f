import { z } from "zod";
import { gp3Limits } from "../../aws/gp3";
import { byKind, flag, number, object, oneOf, wholeNumber } from "../../check";
import type { Deletion } from "../../plan";
import { cacheShapes, type ModelCacheSpec } from "../args";

/** A subnet's zone, where it is stated. */
export interface ZoneSpec {
  zone?: string;
}

/** Weights on EFS; ids stay with the components. */
export interface EfsSpec {
  kind: "efs";
  /** The file system exists. @default false */
  existing?: boolean;
  /** How throughput is paid for: by what is read, with the size, or MiB/s ahead. @default "elastic" */
  throughput?: "elastic" | "bursting" | { provisionedMiBps: number };
  /** Subnets of the mount targets; absent where they are known only later. */
  subnets?: ZoneSpec[];
  /** MiB/s that a node reads; gives the start budget. @default 500, or what the mode gives */
  throughputMiBps?: number;
  /** Whether the file system goes with its component. @default "retain" */
  deletion?: Deletion;
}

/** Weights on FSx for Lustre: SSD, deployment type PERSISTENT_2. */
export interface LustreSpec {
  kind: "fsx-lustre";
  /** The file system exists. @default false */
  existing?: boolean;
  /** 1200, or a multiple of 2400. @default the least that holds 1.3 × model.weightsGiB + 10 */
  sizeGiB?: number;
  /** MB/s of the whole file system, at least. @default 500 for each TiB */
  throughputMBps?: number;
  /** Its subnet, where the zone is stated. */
  subnet?: ZoneSpec;
  /** A folder of a bucket appears in the file system. @default false */
  repository?: boolean;
  /** MiB/s that a node reads; gives the start budget. @default the file system's, shared by all engines */
  throughputMiBps?: number;
  /** Whether the file system goes with its component. @default "retain" */
  deletion?: Deletion;
}

/** Weights on gp3 volumes of EBS, one for each engine. */
export interface EbsSpec {
  kind: "ebs";
  /** @default 1.3 × model.weightsGiB + 10, else 100 */
  sizeGiB?: number;
  /** @default what the throughput needs, at least 3000 */
  iops?: number;
  /** MiB/s of each volume. @default 500 */
  throughputMiBps?: number;
  /** A volume for each engine; false is for one engine alone. @default true */
  perReplica?: boolean;
  /** Whether the volumes go with the service. @default "retain" */
  deletion?: Deletion;
}

/** Weights in S3, which the engine streams into its GPUs. */
export interface S3Spec {
  kind: "s3";
  bucket: string;
  /** Folder of the bucket that engines may read. @default all of it */
  prefix?: string;
  /** How pods get the role that reads. @default "pod-identity" */
  identity?: "pod-identity" | "irsa";
  /** MiB/s that a node reads; gives the start budget. @default 500 */
  throughputMiBps?: number;
}

/** Weights on the node's own NVMe disks, filled again at each start. */
export interface NvmeSpec {
  kind: "nvme";
  /** @default 1.3 × model.weightsGiB + 10, else 100 */
  sizeGiB?: number;
}

/** Where weights live on AWS. */
export type AwsCacheSpec = EfsSpec | LustreSpec | EbsSpec | S3Spec | NvmeSpec;

/** Where the weights of a platform's services live, unless a service says otherwise. */
export type PlatformCacheSpec = ModelCacheSpec | AwsCacheSpec;

/** Kinds of storage that AWS adds. */
export const awsCacheKinds = ["efs", "fsx-lustre", "ebs", "s3", "nvme"] as const;

export const isAwsCache = (cache: PlatformCacheSpec): cache is AwsCacheSpec =>
  (awsCacheKinds as readonly unknown[]).includes(cache.kind);

const deletion = oneOf(["retain", "delete"]).optional();
const zone = object({ zone: z.string().optional() });
const sizeGiB = number({ min: 0, hint: "Give GiB, for example 100." }).optional();
const throughputMiBps = number({ min: 0, hint: "Give MiB per second, for example 500." }).optional();

export const platformCacheSchema = z.discriminatedUnion(
  "kind",
  [
    ...cacheShapes,
    object({
      kind: z.literal("efs"),
      existing: flag().optional(),
      throughput: z
        .union(
          [
            z.enum(["elastic", "bursting"]),
            object({
              provisionedMiBps: number({ min: 1, max: 10_240, inclusive: true, hint: "Give MiB per second." }),
            }),
          ],
          { error: 'must be "elastic", "bursting" or { provisionedMiBps } from 1 to 10240.' },
        )
        .optional(),
      subnets: z.array(zone).optional(),
      throughputMiBps,
      deletion,
    }),
    object({
      kind: z.literal("fsx-lustre"),
      existing: flag().optional(),
      sizeGiB: wholeNumber({ min: 1, hint: "Give 1200, or a multiple of 2400." }).optional(),
      throughputMBps: number({ min: 0, hint: "Give MB per second, for example 500." }).optional(),
      subnet: zone.optional(),
      repository: flag().optional(),
      throughputMiBps,
      deletion,
    }),
    object({
      kind: z.literal("ebs"),
      sizeGiB: wholeNumber({ min: 1, max: 65_536, hint: "Give GiB, for example 100." }).optional(),
      iops: wholeNumber({ ...gp3Limits.iops, hint: "Give operations per second; a gp3 volume has 3000." }).optional(),
      throughputMiBps: number({
        ...gp3Limits.throughputMiBps,
        inclusive: true,
        hint: "Give MiB per second; a gp3 volume has 125.",
      }).optional(),
      perReplica: flag().optional(),
      deletion,
    }),
    object({
      kind: z.literal("s3"),
      bucket: z.string({ error: "must be the name of a bucket, known when the program starts." }),
      prefix: z.string({ error: "must be text: a folder of the bucket." }).optional(),
      identity: oneOf(["pod-identity", "irsa"]).optional(),
      throughputMiBps,
    }),
    object({ kind: z.literal("nvme"), sizeGiB }),
  ],
  byKind(["claim", "storage-class", "ephemeral", ...awsCacheKinds]),
);

/** Arguments of a kind that a user writes; what the library says itself is left out. */
export function awsCacheArguments(kind: AwsCacheSpec["kind"]): string[] {
  const shape = platformCacheSchema.options.find((option) => option.shape.kind.value === kind)?.shape ?? {};
  return Object.keys(shape).filter((key) => !["existing", "subnets", "subnet"].includes(key));
}
