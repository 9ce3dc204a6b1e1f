import { isCommit, isHub } from "../model";
import type { ModelPlan, Problem, WeightsPlan } from "../plan";

/** A warning where each pod of one engine downloads its weights: the others wait, and a pod that never comes is told of only after that. */
export function gatherWarnings(
  { kind, fetch }: Pick<WeightsPlan, "kind" | "fetch">,
  nodes: number,
  gatherSeconds: number,
): Problem[] {
  if (nodes === 1 || !fetch || kind === "shared") return [];
  return [
    {
      path: "modelCache",
      message: `each of the ${nodes} pods of an engine downloads the weights itself, and a download may take long: that one of them does not come is told of only after ${gatherSeconds} s (timings.startup.gatherSeconds). Use one volume for all, which is filled before: modelCache: { kind: "storage-class", accessMode: "ReadWriteMany" }.`,
    },
  ];
}

/** A warning where the pods of one engine may read different files. They must read the same: from one volume, or each its own download of one commit. */
export function identityWarnings(weights: Pick<WeightsPlan, "kind">, model: ModelPlan, nodes: number): Problem[] {
  const apart = weights.kind === "per-replica" || weights.kind === "ephemeral";
  if (nodes === 1 || !apart || !isHub(model.source) || isCommit(model.revision)) return [];
  return [
    {
      path: "model.revision",
      ...(model.revision !== undefined && { value: model.revision }),
      message: `the ${nodes} pods of an engine fetch the weights each for itself, and ${model.revision === undefined ? "the main branch" : `"${model.revision}"`} may move in between: ranks with different weights give wrong text. Give the commit (40 hexadecimal digits), or one volume for all: modelCache: { kind: "storage-class", accessMode: "ReadWriteMany" }.`,
    },
  ];
}
