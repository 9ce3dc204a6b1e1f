import type { ModelPlan } from "../plan";
import type { EngineArgs } from "./args";
import { httpPort } from "./paths";

export interface CommandInput {
  model: ModelPlan;
  engine: EngineArgs;
  tensor: number;
  pipeline: number;
  /** How weights are loaded (`--load-format`). @default the engine's own choice */
  loadFormat?: string;
  drainSeconds: number;
  /** Checked options of engine.extraArgs. */
  extra: string[];
}

/** The engine's command line: model and addresses, then sizes, then the user's own options. */
export function engineCommand({
  model,
  engine,
  tensor,
  pipeline,
  loadFormat,
  drainSeconds,
  extra,
}: CommandInput): string[] {
  const option = (flag: string, value: string | number | undefined) =>
    value === undefined ? [] : [flag, String(value)];
  return [
    "aphrodite",
    "serve",
    model.source,
    ...option("--host", "0.0.0.0"),
    ...option("--port", httpPort),
    ...option("--served-model-name", model.servedName),
    ...option("--max-model-len", model.maxLength),
    ...option("--revision", model.revision),
    ...option("--load-format", loadFormat),
    ...option("--tensor-parallel-size", tensor > 1 ? tensor : undefined),
    ...option("--pipeline-parallel-size", pipeline > 1 ? pipeline : undefined),
    ...option("--dtype", engine.dtype),
    ...option("--kv-cache-dtype", engine.kvCacheDtype),
    ...option("--gpu-memory-utilization", engine.gpuMemoryUtilization),
    ...option("--max-num-seqs", engine.maxSequences),
    ...option("--max-num-batched-tokens", engine.maxBatchedTokens),
    ...option("--shutdown-timeout", drainSeconds),
    ...extra,
  ];
}
