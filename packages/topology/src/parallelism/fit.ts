import { type InstanceType, instancesWithGpus } from "../hardware";
import type { ModelArgs } from "../model";
import type { Problem } from "../plan";
import type { ParallelismArgs } from "./args";
import { gpusOf, layoutOf } from "./layout";

/** Whether an engine fits a node and fills it without a rest. */
export function fitProblems(
  parallelism: ParallelismArgs,
  gpusPerNode: number | null,
  instance: InstanceType | null,
): Problem[] {
  const gpus = gpusOf(parallelism);
  if (gpusPerNode === null) return [];
  const { path, value } = largestFactor(parallelism);
  const node = instance ? `a ${instance.type} node` : "a node";
  if (gpus > gpusPerNode) {
    const larger = instancesWithGpus(gpus)
      .slice(0, 2)
      .map((i) => i.type);
    const types =
      larger.length > 0
        ? `Use an instance type with ${gpus} GPUs (${larger.join(", ")})`
        : `No instance type has ${gpus}: use quantized weights`;
    return [
      {
        path,
        value,
        message: `${gpus} GPUs per engine, but ${node} has ${gpusPerNode}. ${types}, or ${smaller(gpusPerNode)}.`,
      },
    ];
  }
  if (gpusPerNode % gpus !== 0) {
    const rest = gpusPerNode % gpus;
    return [
      {
        path,
        value,
        message: `${gpus} GPUs per engine do not divide the ${gpusPerNode} of ${node}: ${rest} would stay idle. Use ${divisors(gpusPerNode)} GPUs per engine.`,
      },
    ];
  }
  return [];
}

/** Whether the model can be split that way; nothing where its shape is not stated. */
export function splitProblems(
  { tensor = 1, pipeline = 1 }: ParallelismArgs,
  { attentionHeads, layers }: ModelArgs,
): Problem[] {
  const problems: Problem[] = [];
  if (attentionHeads !== undefined && attentionHeads % tensor !== 0) {
    problems.push({
      path: "parallelism.tensor",
      value: tensor,
      message: `${tensor} GPUs cannot share ${attentionHeads} attention heads (model.attentionHeads) evenly. Use a divisor of ${attentionHeads}.`,
    });
  }
  if (layers !== undefined && pipeline > layers) {
    problems.push({
      path: "parallelism.pipeline",
      value: pipeline,
      message: `${pipeline} stages, but the model has ${layers} layers (model.layers). Use at most ${layers}.`,
    });
  }
  return problems;
}

/** The argument to change first when an engine has too many GPUs. */
export function largestFactor(parallelism: ParallelismArgs): { path: string; value: number } {
  const { tensor, pipeline, prefillContext, data } = layoutOf(parallelism);
  const factors: [string, number][] = [
    ["tensor", tensor],
    ["pipeline", pipeline],
    ["prefillContext", prefillContext],
    ["data.size", data],
  ];
  const [name, value] = factors.reduce((most, next) => (next[1] > most[1] ? next : most));
  return { path: `parallelism.${name}`, value };
}

const smaller = (gpusPerNode: number) => (gpusPerNode === 1 ? "tensor: 1" : `at most ${gpusPerNode} GPUs per engine`);

export function divisors(n: number): string {
  const all = Array.from({ length: n }, (_, i) => i + 1).filter((d) => n % d === 0);
  return all.length === 1 ? `${all[0]}` : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}
