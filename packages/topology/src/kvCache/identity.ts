import { createHash } from "node:crypto";
import { engineVersion } from "../engine/version";
import type { KVCacheIdentity } from "../plan";
import type { KVCacheSpec } from "./args";

/** What engines take when they are not told. */
export const enginesChoice = "the engine's choice";

/**
 * What the entries of a cache are made of. Connectors put little of it into their keys (Mooncake's: the last part of the model's name and the rank; the
 * tiers': no revision and no engine version), and a hash of tokens is the same for all: without it engines would load each other's bytes.
 */
export function identityOf({ model, engine = {} }: KVCacheSpec): KVCacheIdentity {
  const { source, revision } = model;
  // "auto" is what the engine takes when it is told nothing
  const given = (value: string | undefined) => (value === undefined || value === "auto" ? null : value);
  const dtype = given(engine.dtype);
  const kvCacheDtype = given(engine.kvCacheDtype);
  const blockSize = engine.blockSize ?? null;
  const fields = {
    model: source,
    revision: revision ?? enginesChoice,
    dtype: dtype ?? enginesChoice,
    "KV cache dtype": kvCacheDtype ?? enginesChoice,
    "block size": blockSize === null ? enginesChoice : String(blockSize),
    "engine version": engineVersion,
  };
  return {
    id: shortHash(fields),
    model: { source, ...(revision !== undefined && { revision }) },
    dtype,
    kvCacheDtype,
    blockSize,
    fields,
  };
}

/** 8 hexadecimal digits of plain fields, whatever their order. */
export function shortHash(fields: Record<string, string>): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 8);
}
