import type { EngineArgs } from "../engine/args";
import type { Explanations, KVCachePlan } from "../plan";
import { optionsOf } from "./namespace";

const option = "enable-chunked-prefill";

/**
 * An engine as it is run with a cache. Beside Mooncake it computes prompts whole unless it is told otherwise: engine 0.24.1 dies ("Missing current block
 * table") when a part of a prompt fills a block that the part before it has begun. What a step takes grows to the longest prompt by itself.
 */
export function engineWithCache(engine: EngineArgs, cache: KVCachePlan | undefined, why: Explanations): EngineArgs {
  if (cache?.backend.kind !== "mooncake" || optionsOf(engine).has(option)) return engine;
  const whole = why.because(
    `engine.extraArgs.${option}`,
    false,
    `prompts are computed whole beside the Mooncake cache "${cache.name}": of parts the engine of this release may die`,
    "kvCache",
  );
  return { ...engine, extraArgs: { ...engine.extraArgs, [option]: whole } };
}
