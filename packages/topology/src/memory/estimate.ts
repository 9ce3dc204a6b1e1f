import type { ModelPlan, Problem } from "../plan";

/** What CUDA, activations and a smallest KV cache need beside the weights, in GiB per GPU. */
const beside = 2;

/** A warning when the weights cannot fit the GPUs; nothing where sizes are not known. */
export function memoryWarnings(
  model: ModelPlan,
  gpus: number,
  gpuMemoryGiB: number | null,
  utilization = 0.92,
): Problem[] {
  if (model.weightsBytes === undefined || gpuMemoryGiB === null) return [];
  const weights = model.weightsBytes / 2 ** 30 / gpus;
  const usable = gpuMemoryGiB * utilization;
  if (weights + beside <= usable) return [];
  const enough = Math.ceil(model.weightsBytes / 2 ** 30 / (usable - beside));
  const way =
    usable > beside
      ? `Use at least ${enough} GPUs per engine, a GPU with more memory, or quantized weights.`
      : "Use a GPU with more memory.";
  return [
    {
      path: "model.weightsGiB",
      value: round(model.weightsBytes / 2 ** 30),
      message: `${round(weights)} GiB of weights per GPU and ${beside} GiB beside them do not fit the ${round(usable)} GiB that the engine may use of a GPU's ${round(gpuMemoryGiB)}. ${way}`,
    },
  ];
}

const round = (n: number) => Math.round(n * 10) / 10;
