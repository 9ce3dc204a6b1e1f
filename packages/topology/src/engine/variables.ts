import type { Timings, WeightsPlan } from "../plan";
import { paths } from "./paths";

export interface VariablesInput {
  timings: Pick<Timings, "engine" | "startup">;
  weights: Pick<WeightsPlan, "kind" | "offline">;
  frontend: "python" | "rust";
  /** Layers of each pipeline stage; absent where the engine shares them out. */
  layersPerStage?: readonly number[];
  /** What pods of one engine have beside. @default {} */
  group?: Record<string, string>;
  /** Port of the side channel; absent where KV caches stay. */
  sideChannelPort?: number;
  /** Checked variables of engine.environment. */
  extra: Record<string, string>;
}

/**
 * Plain environment of an engine pod; keys and the pod's address come by reference.
 * Every APHRODITE_* here that is part of the compile-cache key is the same in all pods of a pool.
 */
export function engineVariables({
  timings,
  weights,
  frontend,
  layersPerStage,
  group = {},
  sideChannelPort,
  extra,
}: VariablesInput): Record<string, string> {
  return {
    APHRODITE_CACHE_ROOT: `${paths.cache}/aphrodite`,
    APHRODITE_DO_NOT_TRACK: "1",
    APHRODITE_ENGINE_READY_TIMEOUT_S: String(timings.startup.engineReadySeconds),
    APHRODITE_HTTP_TIMEOUT_KEEP_ALIVE: String(timings.engine.keepAliveSeconds),
    // its address comes by reference, this is the same in all pods
    ...(sideChannelPort !== undefined && { APHRODITE_NIXL_SIDE_CHANNEL_PORT: String(sideChannelPort) }),
    ...(layersPerStage && { APHRODITE_PP_LAYER_PARTITION: layersPerStage.join(",") }),
    ...(frontend === "rust" && { APHRODITE_USE_RUST_FRONTEND: "1" }),
    // without a volume of weights the writer's own has room for what the hub is asked
    HF_HOME: weights.kind === "streamed" ? `${paths.cache}/huggingface` : paths.models,
    // remote code is written when it is imported, and the weights are read-only
    HF_MODULES_CACHE: `${paths.cache}/huggingface-modules`,
    ...(weights.offline && { HF_HUB_OFFLINE: "1" }),
    // compilers keep their files with the one writer, not in the image
    FLASHINFER_WORKSPACE_BASE: `${paths.cache}/flashinfer`,
    TORCHINDUCTOR_CACHE_DIR: `${paths.cache}/inductor`,
    TRITON_CACHE_DIR: `${paths.cache}/triton`,
    HOME: paths.cache,
    // the pod's user need not stand in the image's /etc/passwd
    USER: "sonar",
    ...group,
    ...extra,
  };
}
