import type { ModelArgs } from "../model";
import type { Problem } from "../plan";
import type { ParallelismArgs } from "./args";
import { dataProblems, dataWarnings, rpcPortProblems } from "./dataRules";
import { expertProblems, expertWarnings } from "./expertRules";
import { layoutOf } from "./layout";

/** Rules between the parallel sizes, whatever the nodes are. */
export function parallelProblems(parallelism: ParallelismArgs, model: ModelArgs, nodes = 1, oneApi = false): Problem[] {
  return [
    ...stageProblems(parallelism, model),
    ...contextProblems(parallelism),
    ...dataProblems(parallelism, model, nodes, oneApi),
    ...rpcPortProblems(parallelism, nodes, oneApi),
    ...expertProblems(parallelism, model),
    ...executorProblems(parallelism),
  ];
}

/** What is allowed, but may not be meant. */
export function parallelWarnings(parallelism: ParallelismArgs, model: ModelArgs, nodes = 1, oneApi = false): Problem[] {
  const warnings = [...expertWarnings(parallelism), ...dataWarnings(parallelism, model, nodes, oneApi)];
  if (parallelism.executor === "external_launcher") {
    warnings.push({
      path: "parallelism.executor",
      value: "external_launcher",
      message:
        "expects that a launcher such as torchrun has set RANK and WORLD_SIZE for one process per GPU; a pod here runs one process, and RANK would have to differ from pod to pod. Use mp.",
    });
  }
  return warnings;
}

/** One number of layers for each stage, all layers once. */
function stageProblems({ pipeline = 1, layersPerStage }: ParallelismArgs, { layers }: ModelArgs): Problem[] {
  const path = "parallelism.layersPerStage";
  if (layersPerStage === undefined) return [];
  const shown = `[${layersPerStage.join(", ")}]`;
  const problems: Problem[] = [];
  if (layersPerStage.length !== pipeline) {
    problems.push({
      path,
      message: `${shown} names ${layersPerStage.length} stages, but there are ${pipeline} (parallelism.pipeline). Give ${pipeline} numbers, or pipeline: ${layersPerStage.length}.`,
    });
  }
  const sum = layersPerStage.reduce((all, one) => all + one, 0);
  if (layers !== undefined && sum !== layers) {
    const last = (layersPerStage.at(-1) ?? 0) + layers - sum;
    const way = last > 0 ? `, for example ${last} instead of the last` : "";
    problems.push({
      path,
      message: `${shown} are ${sum} layers, but the model has ${layers} (model.layers). Give numbers that sum to ${layers}${way}.`,
    });
  }
  return problems;
}

function contextProblems({ prefillContext = 1, data }: ParallelismArgs): Problem[] {
  if (prefillContext === 1 || (data?.size ?? 1) === 1) return [];
  return [
    {
      path: "parallelism.prefillContext",
      value: prefillContext,
      message: `the engine does not support prefill context parallelism with data parallelism yet. Use prefillContext: 1, or data.size: 1 and more replicas.`,
    },
  ];
}

/** `uni` is one worker in one process. */
function executorProblems(parallelism: ParallelismArgs): Problem[] {
  const { executor } = parallelism;
  const { gpusPerDataRank, data } = layoutOf(parallelism);
  const path = "parallelism.executor";
  if (executor === "uni" && gpusPerDataRank > 1) {
    const message = `"uni" runs one worker in one process, but there are ${gpusPerDataRank} GPUs to work with (tensor × pipeline × prefillContext). Use "mp".`;
    return [{ path, value: executor, message }];
  }
  if (executor === "external_launcher" && data > 1) {
    const message = `"external_launcher" takes data parallel ranks from a launcher's RANK, which pods do not have. Use "mp", or data.size: 1.`;
    return [{ path, value: executor, message }];
  }
  return [];
}
