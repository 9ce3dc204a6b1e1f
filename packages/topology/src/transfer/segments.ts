import type { Problem } from "../plan";

/** Memory that moves cannot be read by a network card, and the engine refuses every connector with it. */
export function segmentProblems(env: Readonly<Record<string, unknown>>): Problem[] {
  if (!/expandable_segments\s*:\s*true/i.test(String(env.PYTORCH_CUDA_ALLOC_CONF ?? ""))) return [];
  return [
    {
      path: "engine.environment",
      value: "PYTORCH_CUDA_ALLOC_CONF",
      message:
        '"PYTORCH_CUDA_ALLOC_CONF" has expandable_segments:True, with which memory moves under the network card that reads it, and the engine refuses to start. Leave that part out.',
    },
  ];
}
