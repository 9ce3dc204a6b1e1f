import { givenOptions } from "../engine/given";
import { series } from "../engine/metrics";
import type { ModelPlan, Problem } from "../plan";
import type { Running } from "./compatibility";

/** Names of models whose layers have caches of several kinds: sliding windows, chunks or states beside whole attention. Source: their configurations. */
const families =
  /gemma-?[234]|gpt-oss|llama-?4|cohere2|command-(r7b|a)|qwen3-next|qwen3\.5|jamba|bamba|mamba|zamba|nemotron-(h|nano)|falcon-h1|granite-?4|kimi-linear|lfm2|minimax-(text|m1)|plamo-?2|phi-4-mini-flash|olmo-?3/i;

/** Names of those whose layers keep a state. */
const stateful =
  /qwen3-next|qwen3\.5|jamba|bamba|mamba|zamba|nemotron-(h|nano)|falcon-h1|granite-?4|kimi-linear|lfm2|minimax-(text|m1)|plamo-?2|phi-4-mini-flash/i;

/** Whether, by its name, a model's layers have caches of several kinds. */
export const isHybrid = (source: string) => families.test(source);

/** Whether, by its name, a model has layers that keep a state. */
export const isMamba = (source: string) => stateful.test(source);

/** Of hybrid models blocks that did not arrive are not noticed. */
export function hybridWarnings({ source }: ModelPlan, { argv }: Running): Problem[] {
  const flag = "disable-hybrid-kv-cache-manager";
  if (!isHybrid(source) || Array.isArray(givenOptions(argv).get(flag))) return [];
  return [
    {
      path: "model.source",
      value: source,
      message: `by its name, layers of this model have KV caches of several kinds, and then decode does not notice blocks that failed to arrive: neither "fail" nor "recompute" happens, and the text may be wrong. Use engine: { extraArgs: { "${flag}": true } }, or watch ${series("aphrodite:nixl_num_failed_transfers_total")}.`,
    },
  ];
}
