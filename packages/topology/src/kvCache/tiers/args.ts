import { z } from "zod";
import { number, object, oneOf, text, wholeNumber } from "../../check";

/** The engine's own tiers over a claim that all engines mount; no server. The claim's name stays with the component. */
export interface FilesystemCacheSpec {
  kind: "filesystem";
  /** Memory tier of each engine pod in GiB, in its /dev/shm and added to its memory: everything passes through it. */
  cpuGiB: number;
  /** CSI driver of the claim, for what it can do. @default a file system of many nodes */
  driver?: string;
  /** Most that stays when it is cleaned, in GiB; the claim must hold what is written in an hour beside. */
  maxGiB: number;
  /** Entries that were written so many hours ago are removed; reading one does not keep it. @default 168 */
  keepHours?: number;
}

/** The engine's own tiers over objects in a bucket; no server. The bucket's name stays with the component. */
export interface ObjectStoreCacheSpec {
  kind: "object-store";
  /** Memory tier of each engine pod in GiB, in its /dev/shm and added to its memory: everything passes through it. */
  cpuGiB: number;
  /** Region of the bucket. */
  region: string;
  /** Address of the store with its scheme, where it is not Amazon's. @default "https://s3.<region>.amazonaws.com" */
  endpoint?: string;
  /** First part of all objects' names, without a slash at its end; the cache's id follows. @default "kv-cache" */
  prefix?: string;
  /** Days after which objects are removed: nothing in the engine does. @default 7 */
  expiryDays?: number;
  /**
   * What removes objects:
   * - `lifecycle-rule`: a rule that the component gives the bucket
   * - `by-owner`: whoever owns the bucket, for example a rule that stands there already
   *
   * @default "lifecycle-rule"
   */
  expiry?: "lifecycle-rule" | "by-owner";
}

/** Memory of each engine pod, which no other engine sees and which goes with it. */
export interface CpuCacheSpec {
  kind: "cpu";
  /** Of each engine pod in GiB, in its /dev/shm and added to its memory. */
  cpuGiB: number;
}

const cpuGiB = number({ min: 0, hint: "Give GiB of each engine pod, for example 32." });

export const filesystemSchema = object({
  kind: z.literal("filesystem"),
  cpuGiB,
  driver: text('Name the CSI driver of the claim, for example "efs.csi.aws.com", or leave it out.').optional(),
  maxGiB: number({ min: 0, hint: "Give GiB, for example 1000: nothing in the engine removes entries." }),
  keepHours: wholeNumber({ min: 1, max: 87_600, hint: "Give hours, for example 168." }).optional(),
});

export const objectStoreSchema = object({
  kind: z.literal("object-store"),
  cpuGiB,
  region: text('Name the region of the bucket, for example "eu-central-1".'),
  endpoint: text('Give an address, for example "http://minio.storage:9000".')
    .refine((value) => /^https?:\/\/[^/\s]+$/.test(value), {
      error: ({ input }) =>
        `must be an address with its scheme and without a path, but it is ${JSON.stringify(input)}. Write for example "http://minio.storage:9000".`,
    })
    .optional(),
  prefix: text('Give the first part of objects\' names, for example "kv-cache".')
    .refine((value) => /^[\w.-]+(\/[\w.-]+)*$/.test(value), {
      error: ({ input }) =>
        `must be letters, digits, "-", "_" and ".", with single slashes between, but it is ${JSON.stringify(input)}. Write for example "kv-cache".`,
    })
    .optional(),
  expiryDays: wholeNumber({ min: 1, max: 3650, hint: "Give days, for example 7." }).optional(),
  expiry: oneOf(["lifecycle-rule", "by-owner"]).optional(),
});

export const cpuSchema = object({ kind: z.literal("cpu"), cpuGiB });
