import type { ParallelismArgs } from "../parallelism";
import type { ModelPlan } from "../plan";
import type { EngineArgs } from "./args";
import { parallelWords, type RankPlace } from "./parallel";
import { httpPort } from "./paths";

export interface CommandInput {
  model: ModelPlan;
  engine: EngineArgs;
  parallelism: ParallelismArgs;
  /** Which pod of several this is. @default the only one */
  place?: RankPlace;
  /** How weights are loaded (`--load-format`). @default the engine's own choice */
  loadFormat?: string;
  drainSeconds: number;
  /** How KV caches go to or from other engines (`--kv-transfer-config`). @default they do not */
  transfer?: string;
  /** Checked options of engine.extraArgs. */
  extra: string[];
}

/** The engine's command line: model and addresses, then sizes, then the user's own options. */
export function engineCommand({
  model,
  engine,
  parallelism,
  place,
  loadFormat,
  drainSeconds,
  transfer,
  extra,
}: CommandInput): string[] {
  const option = (flag: string, value: string | number | undefined) =>
    value === undefined ? [] : [flag, String(value)];
  const { sizes, modes, last } = parallelWords(parallelism, place, engine.frontend);
  return [
    "aphrodite",
    "serve",
    model.source,
    ...option("--host", "0.0.0.0"),
    ...option("--port", httpPort),
    ...option("--served-model-name", model.servedName),
    ...sizes,
    ...option("--max-model-len", model.maxLength),
    ...option("--revision", model.revision),
    ...option("--load-format", loadFormat),
    ...modes,
    ...option("--dtype", engine.dtype),
    ...option("--kv-cache-dtype", engine.kvCacheDtype),
    ...option("--gpu-memory-utilization", engine.gpuMemoryUtilization),
    ...option("--max-num-seqs", engine.maxSequences),
    ...option("--max-num-batched-tokens", engine.maxBatchedTokens),
    ...option("--shutdown-timeout", drainSeconds),
    ...option("--kv-transfer-config", transfer),
    ...extra,
    ...last,
  ];
}
