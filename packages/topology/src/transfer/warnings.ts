import type { ParallelismArgs } from "../parallelism";
import type { Problem, TransferPlan } from "../plan";

interface Sides {
  prefill: { replicas: number; parallelism: ParallelismArgs };
  decode: { replicas: number; parallelism: ParallelismArgs };
}

/** What works, but may not be meant. */
export function pairWarnings(
  { prefill, decode }: Sides,
  { loadFailure }: Pick<TransferPlan, "loadFailure">,
): Problem[] {
  const warnings: Problem[] = [];
  for (const [role, { replicas }] of Object.entries({ prefill, decode })) {
    if (replicas > 1) continue;
    warnings.push({
      path: `${role}.replicas`,
      value: replicas,
      message: `while the one ${role} engine is updated, or has failed, there is no pair that could serve. Use 2 or more.`,
    });
  }
  if (loadFailure === "recompute") {
    warnings.push({
      path: "kvLoadFailure",
      value: loadFailure,
      message:
        "decode computes again what did not arrive, and other requests wait meanwhile. Measure the slowest of them before you rely on it.",
    });
  }
  const [p, d] = [prefill.parallelism.tensor ?? 1, decode.parallelism.tensor ?? 1];
  if (p > d) {
    warnings.push({
      path: "prefill.parallelism.tensor",
      value: p,
      message: `with more GPUs in a prefill engine (${p}) than in a decode engine (${d}) the model needs at least ${p} KV heads (num_key_value_heads), unless it has MLA attention; with fewer every transfer fails.`,
    });
  }
  return warnings;
}
