import { object, wholeNumber } from "../check";

/** How one engine is split over GPUs. GPUs of an engine = tensor × pipeline. */
export interface ParallelismArgs {
  /** Tensor parallel size: GPUs that share each layer, best over NVLink. @default 1 */
  tensor?: number;
  /** Pipeline parallel size: stages of layers. @default 1 */
  pipeline?: number;
}

const size = wholeNumber({ min: 1, max: 1024, hint: "Give the number of GPUs, or leave it out for 1." });

export const parallelismSchema = object({ tensor: size.optional(), pipeline: size.optional() });
