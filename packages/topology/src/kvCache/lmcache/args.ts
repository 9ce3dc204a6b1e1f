import { z } from "zod";
import { byKind, flag, number, object, wholeNumber } from "../../check";

/**
 * LMCache, with entries in Valkey. The engine of this release imports `lmcache.integration.aphrodite`, which no release of LMCache has: it starts only
 * from an image that has a matching fork, which you must state.
 */
export interface LMCacheSpec {
  kind: "lmcache";
  /** States that the services' image has a fork of LMCache that fits the engine. @default false, which is refused */
  imageHasLMCacheFork?: boolean;
  /** Memory tier of each rank of an engine in GiB, added to its pod's memory. @default 5 (LMCache's own) */
  cpuGiBPerRank?: number;
  /** Tokens of one entry. @default 256 (LMCache's own) */
  chunkTokens?: number;
  /** Longest look-up in milliseconds. @default 3000 */
  lookupTimeoutMs?: number;
  /** Longest wait for an entry in seconds. @default 10 (LMCache's own) */
  transferTimeoutSeconds?: number;
  server: LMCacheServerSpec;
}

/** What entries are in. */
export type LMCacheServerSpec =
  /** Valkey in the cluster: one pod, which evicts what was used longest ago. */
  | {
      kind: "valkey";
      /** `maxmemory` in GiB. */
      memoryGiB: number;
      /** Encrypted connections, with a certificate from a Secret. @default true */
      tls?: boolean;
    }
  /** ElastiCache Serverless for Valkey; on EKS only. */
  | {
      kind: "elasticache";
      /** Most that it holds in GB, which is what is paid for. */
      maxGB: number;
      /** Most ElastiCache processing units in a second. @default 100000 */
      maxRequestUnitsPerSecond?: number;
    }
  /** LMCache's own first server. It never evicts, so that its memory grows until it is killed: refused. */
  | { kind: "lmcache-server" };

const serverSchema = z.discriminatedUnion(
  "kind",
  [
    object({
      kind: z.literal("valkey"),
      memoryGiB: number({ min: 0, hint: "Give GiB, for example 64." }),
      tls: flag().optional(),
    }),
    object({
      kind: z.literal("elasticache"),
      maxGB: wholeNumber({ min: 1, max: 5000, hint: "Give GB, for example 100." }),
      maxRequestUnitsPerSecond: wholeNumber({
        min: 1000,
        max: 15_000_000,
        hint: "Give units per second, for example 100000.",
      }).optional(),
    }),
    object({ kind: z.literal("lmcache-server") }),
  ],
  byKind(["valkey", "elasticache"]),
);

export const lmcacheSchema = object({
  kind: z.literal("lmcache"),
  imageHasLMCacheFork: flag().optional(),
  cpuGiBPerRank: number({ min: 0, hint: "Give GiB of each rank, for example 5." }).optional(),
  chunkTokens: wholeNumber({ min: 16, max: 65_536, hint: "Give tokens, for example 256." }).optional(),
  lookupTimeoutMs: wholeNumber({ min: 1, max: 600_000, hint: "Give milliseconds, for example 3000." }).optional(),
  transferTimeoutSeconds: wholeNumber({ min: 1, max: 600, hint: "Give seconds, for example 10." }).optional(),
  server: serverSchema,
});
