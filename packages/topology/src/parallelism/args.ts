import { flag, list, object, oneOf, wholeNumber } from "../check";
import { type DataParallelArgs, dataParallelSchema } from "./data";
import { type ExpertParallelArgs, expertParallelSchema } from "./expert";

/** How one engine is split over GPUs. GPUs of an engine = tensor × pipeline × prefillContext × data.size. */
export interface ParallelismArgs {
  /** Tensor parallel size: GPUs that share each layer, best over NVLink. @default 1 */
  tensor?: number;
  /** Pipeline parallel size: stages of layers. @default 1 */
  pipeline?: number;
  /** Prefill context parallel size: GPUs that share out the computation of a prompt. @default 1 */
  prefillContext?: number;
  /**
   * Layers of each pipeline stage, when memory or time of the automatic split is uneven (`APHRODITE_PP_LAYER_PARTITION`). The first and last stage hold
   * the embeddings too: measure first. @default shared out by the engine
   */
  layersPerStage?: number[];
  /** Lets tensor parallel ranks of one group lie on several nodes, where each layer waits for the network twice. @default false */
  allowCrossNodeTensorParallel?: boolean;
  /** Copies of the attention layers that share requests out. @default one */
  data?: DataParallelArgs;
  /** Experts of a mixture of experts, shared out over GPUs. @default every GPU has a part of each expert */
  expert?: ExpertParallelArgs;
  /** What starts the engine's workers (`--distributed-executor-backend`). @default "mp" over several nodes, else the engine's choice */
  executor?: Executor;
}

/** Executors that work without a cluster of their own. */
export const executors = ["mp", "uni", "external_launcher"] as const;
export type Executor = (typeof executors)[number];

const size = wholeNumber({ min: 1, max: 1024, hint: "Give the number of GPUs, or leave it out for 1." });
const stage = wholeNumber({ min: 1, hint: "Give the number of transformer layers of this stage." });

export const parallelismSchema = object({
  tensor: size.optional(),
  pipeline: size.optional(),
  prefillContext: size.optional(),
  layersPerStage: list(stage, "Give one number of layers for each stage.").optional(),
  allowCrossNodeTensorParallel: flag().optional(),
  data: dataParallelSchema.optional(),
  expert: expertParallelSchema.optional(),
  executor: oneOf(
    executors,
    'Ray would need a cluster of its own, and the engine refuses it with several nodes: "mp" starts the workers of each node without one.',
  ).optional(),
});
