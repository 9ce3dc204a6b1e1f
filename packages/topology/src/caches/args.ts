import { z } from "zod";
import { byKind, flag, number, object, oneOf, text } from "../check";

/** How many nodes may mount a volume at once. */
export const AccessMode = {
  /** Many nodes read and write: EFS, FSx for Lustre, NFS, CephFS. */
  readWriteMany: "ReadWriteMany",
  /** Many nodes read: a volume that something else has filled. */
  readOnlyMany: "ReadOnlyMany",
  /** One node: EBS and most default classes. */
  readWriteOnce: "ReadWriteOnce",
} as const;
export type AccessMode = (typeof AccessMode)[keyof typeof AccessMode];

/** Where the weights live; the names of claims and classes stay with the components. */
export type ModelCacheSpec =
  /** A claim that exists. */
  | { kind: "claim"; accessMode?: AccessMode; driver?: string; throughputMiBps?: number }
  /** Claims from a storage class. */
  | {
      kind: "storage-class";
      accessMode?: "ReadWriteMany" | "ReadWriteOnce";
      sizeGiB?: number;
      perReplica?: boolean;
      throughputMiBps?: number;
    }
  /** The pod's own disk, filled again at each start. */
  | { kind: "ephemeral"; sizeGiB?: number };

/** Where compiled kernels live: one writer each. */
export type CompileCacheSpec =
  | { kind: "claim-per-pod"; sizeGiB?: number; storageClass?: string; driver?: string }
  | { kind: "ephemeral"; sizeGiB?: number };

const size = number({ min: 0, hint: "Give GiB, for example 100." }).optional();
const throughputMiBps = number({ min: 0, hint: "Give MiB per second, for example 500." }).optional();

const driver = text('Name the CSI driver of the volume, for example "efs.csi.aws.com", or leave it out.').optional();

/** What a model cache may be on any cluster. */
export const cacheShapes = [
  object({
    kind: z.literal("claim"),
    accessMode: oneOf(["ReadWriteMany", "ReadOnlyMany", "ReadWriteOnce"]).optional(),
    driver,
    throughputMiBps,
  }),
  object({
    kind: z.literal("storage-class"),
    accessMode: oneOf(["ReadWriteMany", "ReadWriteOnce"]).optional(),
    sizeGiB: size,
    perReplica: flag().optional(),
    throughputMiBps,
  }),
  object({ kind: z.literal("ephemeral"), sizeGiB: size }),
] as const;

const kinds = byKind(["claim", "storage-class", "ephemeral"]);
/** Kinds that only a platform's cache has, since they need its cluster. */
const ofPlatforms = ["efs", "fsx-lustre", "ebs", "s3", "nvme"];

export const modelCacheSchema = z.discriminatedUnion("kind", cacheShapes, {
  error: (issue) => {
    const kind = (issue.input as { kind?: unknown } | undefined)?.kind;
    const way = ofPlatforms.find((one) => one === kind);
    return way === undefined
      ? kinds.error(issue)
      : `has the kind "${way}", which is the platform's. Use eks({ …, modelCache: { kind: "${way}" } }), and leave it out here.`;
  },
});

export const compileCacheSchema = z.discriminatedUnion(
  "kind",
  [
    object({
      kind: z.literal("claim-per-pod"),
      sizeGiB: size,
      storageClass: text("Name a storage class, or leave it out for the cluster's default.").optional(),
      driver,
    }),
    object({ kind: z.literal("ephemeral"), sizeGiB: size }),
  ],
  byKind(["claim-per-pod", "ephemeral"]),
);
