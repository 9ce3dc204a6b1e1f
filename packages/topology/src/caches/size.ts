import type { Notes } from "../aws";
import type { ModelPlan, Problem } from "../plan";

/** GiB that a cache of this model is given: what was asked for, if the weights fit, else enough for two revisions. */
export function sizeOf(
  given: number | undefined,
  model: ModelPlan,
  { why, problems }: Pick<Notes, "why" | "problems">,
  at = "",
) {
  const sizeGiB = why.because(
    "sizeGiB",
    given ?? sizeFor(model),
    given !== undefined ? "as given" : sizeReason(model),
    `${at}sizeGiB`,
  );
  problems.push(...tooSmall(sizeGiB, model, `${at}sizeGiB`));
  return sizeGiB;
}

/** Weights that a volume cannot hold. */
export function tooSmall(sizeGiB: number, model: ModelPlan, path: string, enough = sizeFor(model)): Problem[] {
  if (model.weightsBytes === undefined || sizeGiB * 2 ** 30 >= model.weightsBytes) return [];
  return [
    {
      path,
      value: sizeGiB,
      message: `${sizeGiB} GiB cannot hold weights of ${Math.ceil(model.weightsBytes / 2 ** 30)} GiB. Use ${enough} or more.`,
    },
  ];
}

/** GiB that hold the weights of a model, and its next revision beside them. */
export const sizeFor = (model: ModelPlan) =>
  model.weightsBytes === undefined ? 100 : Math.ceil((model.weightsBytes / 2 ** 30) * 1.3) + 10;

export const sizeReason = (model: ModelPlan) =>
  model.weightsBytes === undefined
    ? "the size of the weights is not known"
    : "1.3 × the weights + 10 GiB, so that the next revision fits beside";
