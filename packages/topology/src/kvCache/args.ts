import { z } from "zod";
import { byKind, number, object, text, wholeNumber } from "../check";
import { modelSchema } from "../model";
import { type LMCacheSpec, lmcacheSchema } from "./lmcache/args";
import { type MooncakeSpec, mooncakeSchema } from "./mooncake/args";
import {
  type CpuCacheSpec,
  cpuSchema,
  type FilesystemCacheSpec,
  filesystemSchema,
  type ObjectStoreCacheSpec,
  objectStoreSchema,
} from "./tiers/args";

/** What holds the entries. */
export type KVCacheBackendSpec = MooncakeSpec | FilesystemCacheSpec | ObjectStoreCacheSpec | CpuCacheSpec | LMCacheSpec;

/** Plain part of an ExternalKVCache's arguments: all that decides its structure. */
export interface KVCacheSpec {
  /** Whose KV cache it holds: services that attach serve the same. */
  model: KVCacheModelArgs;
  /** What entries are made of; engines that attach must say the same. @default each the engine's choice */
  engine?: KVCacheEngineArgs;
  backend: KVCacheBackendSpec;
  /** The network between engines and the cache, for the estimate. @default not known, with no estimate */
  network?: { /** Gigabits per second that one engine gets. */ gbps: number };
  /** Tokens of prompts that one engine computes in a second, as measured, for the estimate. @default not known, with no estimate */
  prefillTokensPerSecond?: number;
}

export interface KVCacheModelArgs {
  /** As in the services' `model.source`. */
  source: string;
  /** As in the services' `model.revision`. @default not given there either */
  revision?: string;
  /** Gives the bytes of a token. @default not known, with no estimate */
  shape?: KVShapeArgs;
}

/** Sizes from the model's config.json that decide the bytes of a token's KV cache. */
export interface KVShapeArgs {
  /** `num_hidden_layers`; of hybrid models only those with attention. */
  layers: number;
  /** `num_key_value_heads`; not with `latentDim`. */
  kvHeads?: number;
  /** `head_dim`, or hidden size by attention heads; not with `latentDim`. */
  headDim?: number;
  /** Of models with latent attention (MLA): `kv_lora_rank` + `qk_rope_head_dim`. */
  latentDim?: number;
  /** Bytes of one number. @default by `engine.kvCacheDtype`, then `engine.dtype`: 1 for fp8, 2 for 16 bits, 4 for float32; else not known */
  dtypeBytes?: number;
}

/** Options of engines that change what entries are. */
export interface KVCacheEngineArgs {
  /** As `engine.dtype` of the services (`--dtype`). @default the engine's choice */
  dtype?: string;
  /** As `engine.kvCacheDtype` of the services (`--kv-cache-dtype`). @default the engine's choice */
  kvCacheDtype?: string;
  /** As `engine.extraArgs["block-size"]` of the services, in tokens. @default the engine's choice */
  blockSize?: number;
}

const size = (what: string) => wholeNumber({ min: 1, hint: `Take ${what} from the model's config.json.` });

const shapeSchema = object({
  layers: size("num_hidden_layers"),
  kvHeads: size("num_key_value_heads").optional(),
  headDim: size("head_dim").optional(),
  latentDim: size("kv_lora_rank + qk_rope_head_dim").optional(),
  dtypeBytes: number({ min: 0, max: 8, hint: "Give bytes of one number, for example 2." }).optional(),
});

const type = text("Give a type of the engine, or leave it out.").optional();

export const kvCacheSchema = object({
  model: object({
    source: modelSchema.shape.source,
    revision: modelSchema.shape.revision,
    shape: shapeSchema.optional(),
  }),
  engine: object({
    dtype: type,
    kvCacheDtype: type,
    blockSize: wholeNumber({ min: 1, hint: "Give tokens, for example 16." }).optional(),
  }).optional(),
  backend: z.discriminatedUnion(
    "kind",
    [mooncakeSchema, filesystemSchema, objectStoreSchema, cpuSchema, lmcacheSchema],
    byKind(["mooncake", "filesystem", "object-store", "cpu", "lmcache"]),
  ),
  network: object({
    gbps: number({ min: 0, hint: "Give gigabits per second, for example 100." }),
  }).optional(),
  prefillTokensPerSecond: number({ min: 0, hint: "Give tokens per second, as measured." }).optional(),
});
