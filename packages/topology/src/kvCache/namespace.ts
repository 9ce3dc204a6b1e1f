import type { EngineArgs } from "../engine/args";
import { extraArgv } from "../engine/extraArgs";
import { givenOptions } from "../engine/given";
import { findOption } from "../engine/options";
import type { NodeFacts } from "../hardware";
import type { Layout } from "../parallelism";
import type { KVCachePlan } from "../plan";
import { shortHash } from "./identity";

/** What changes entries beside the cache's identity, and stands in the services' own options. */
const options = [
  "attention-backend",
  "attention-config",
  "code-revision",
  "config-format",
  "decode-context-parallel-size",
  "disable-hybrid-kv-cache-manager",
  "enable-lora",
  "hf-config-path",
  "hf-overrides",
  "kv-cache-dtype-skip-layers",
  "lora-modules",
  "mamba-block-size",
  "mamba-cache-dtype",
  "mamba-cache-mode",
  "mamba-ssm-cache-dtype",
  "mm-processor-kwargs",
  "quantization",
  "spec-method",
  "spec-model",
  "spec-tokens",
  "speculative-config",
] as const;

const variable = "APHRODITE_KV_CACHE_LAYOUT";

/** An engine, as far as its entries go. */
export interface EntriesOf {
  engine: EngineArgs;
  layout: Layout;
  node: NodeFacts;
}

/**
 * What begins the keys of an engine's entries. Engines of several services meet in a cache only where all that changes the bytes is equal: beside the
 * cache's identity their options, the kind of GPU, by which the engine chooses how blocks lie in memory, and with Mooncake the sizes of the split,
 * since its keys have a rank but not of how many.
 */
export function namespaceOf({ identity, backend }: KVCachePlan, entries: EntriesOf): string {
  const fields = fieldsOf(entries, backend.kind === "mooncake");
  return Object.keys(fields).length === 0 ? identity.id : `${identity.id}-${shortHash(fields)}`;
}

function fieldsOf({ engine, layout, node }: EntriesOf, split: boolean): Record<string, string> {
  const given = optionsOf(engine);
  const own = options.flatMap((option): [string, string][] => {
    const words = given.get(option);
    if (words === undefined) return [];
    const value = words === false ? "off" : words.join(" ") || "on";
    return value === String(findOption(option)?.default ?? "") ? [] : [[option, value]];
  });
  const { tensor, pipeline, prefillContext } = layout;
  const sizes = Object.entries({ tensor, pipeline, prefillContext }).filter(([, size]) => size > 1);
  const kvLayout = engine.environment?.[variable];
  return {
    ...Object.fromEntries(own),
    ...(split && Object.fromEntries(sizes.map(([name, size]) => [name, String(size)]))),
    ...(node.instance && { GPU: node.instance.gpuName }),
    ...(kvLayout !== undefined && { [variable]: kvLayout }),
  };
}

/** A user's own options, by their names; those that are wrong are told of elsewhere. */
export const optionsOf = ({ extraArgs = {} }: EngineArgs) => givenOptions(extraArgv(extraArgs, new Map()).argv);
