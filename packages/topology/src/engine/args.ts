import { z } from "zod";
import { number, object, oneOf, text, wholeNumber } from "../check";

/** Options of one engine. */
export interface EngineArgs {
  /** Part of each GPU's memory that the engine may take. @default 0.92 (the engine's own) */
  gpuMemoryUtilization?: number;
  /** Sequences that run at once (`--max-num-seqs`). @default by GPU: 256 to 1024 */
  maxSequences?: number;
  /** Tokens in one step (`--max-num-batched-tokens`). @default by GPU: 2048 to 16384 */
  maxBatchedTokens?: number;
  /** Type of the weights and activations (`--dtype`). @default "auto" */
  dtype?: string;
  /** Type of the KV cache (`--kv-cache-dtype`). @default "auto" */
  kvCacheDtype?: string;
  /** The HTTP server; "rust" is experimental and has fewer routes and options. @default "python" */
  frontend?: "python" | "rust";
  /** Any other option of the engine, by its name: checked against the table of the release. @default {} */
  extraArgs?: Record<string, unknown>;
  /** More environment variables, without keys. @default {} */
  environment?: Record<string, string>;
  /** CPU and memory of an engine pod; what a kvCache takes of it is added. @default its share of the node, where the instance type is known */
  resources?: { cpu?: number; memoryGiB?: number; sharedMemoryGiB?: number };
}

export const engineSchema = object({
  gpuMemoryUtilization: number({ min: 0, max: 1, hint: "0.9 leaves a tenth of each GPU's memory free." }).optional(),
  maxSequences: wholeNumber({ min: 1, hint: "Give the sequences that may run at once." }).optional(),
  maxBatchedTokens: wholeNumber({ min: 1, hint: "Give the tokens of one step, for example 8192." }).optional(),
  dtype: text("Give a type of the engine, or leave it out.").optional(),
  kvCacheDtype: text("Give a type of the engine, or leave it out.").optional(),
  frontend: oneOf(["python", "rust"]).optional(),
  extraArgs: z
    .record(z.string(), z.unknown(), { error: () => "must be an object of option names and values." })
    .optional(),
  environment: z.record(z.string(), z.unknown(), { error: () => "must be an object of names and values." }).optional(),
  resources: object({
    cpu: number({ min: 0, hint: "Give CPUs, for example 8." }).optional(),
    memoryGiB: number({ min: 0, hint: "Give GiB, for example 64." }).optional(),
    sharedMemoryGiB: number({ min: 0, hint: "Give GiB, for example 8." }).optional(),
  }).optional(),
});
