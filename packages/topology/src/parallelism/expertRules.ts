import type { EngineOption } from "../engine/option";
import { findOption } from "../engine/options";
import { optionValue } from "../engine/optionValue";
import { choiceProblems } from "../engine/rules";
import type { ModelArgs } from "../model";
import type { Problem } from "../plan";
import type { ParallelismArgs } from "./args";
import type { ExpertLoadBalancingArgs } from "./expert";
import { layoutOf, usesExperts } from "./layout";

const path = "parallelism.expert";

/** Whether experts can be shared out that way. */
export function expertProblems(parallelism: ParallelismArgs, model: ModelArgs): Problem[] {
  const { expert } = parallelism;
  if (expert === undefined) return [];
  const problems = choiceProblems(`${path}.all2allBackend`, "all2all-backend", expert.all2allBackend);
  const on = usesExperts(parallelism);
  if (on && model.experts === 0) {
    problems.push({
      path,
      message: "a dense model has no experts to share out (model.experts is 0). Leave expert out.",
    });
  }
  const gpus = expertGpus(parallelism);
  if (on && gpus === 1) {
    problems.push({
      path,
      message:
        "experts are shared out over tensor × prefillContext × data.size GPUs, of which there is 1. Leave expert out, or use tensor: 2 or more.",
    });
  }
  if (expert.eplb) problems.push(...balancerProblems(expert.eplb, on, gpus, model));
  return problems;
}

/** What the engine takes another backend for. */
export function expertWarnings({ expert }: ParallelismArgs): Problem[] {
  const given = expert?.all2allBackend;
  if (given !== "naive" && given !== "pplx") return [];
  return [
    {
      path: `${path}.all2allBackend`,
      value: given,
      message: `"${given}" has been removed from the engine, which uses "allgather_reducescatter" instead. Name that, or leave it out.`,
    },
  ];
}

/** GPUs that experts are shared out over: the engine's, but for its pipeline stages. */
function expertGpus(parallelism: ParallelismArgs): number {
  const { worldSize, pipeline } = layoutOf(parallelism);
  return worldSize / pipeline;
}

function balancerProblems(
  { acknowledgeImbalanceBaseline, config = {} }: ExpertLoadBalancingArgs,
  on: boolean,
  gpus: number,
  { experts }: ModelArgs,
): Problem[] {
  const at = `${path}.eplb`;
  const problems: Problem[] = [];
  if (!on) {
    const message =
      "moves experts between GPUs, but expert parallelism is off. Use expert.enable: true, or leave eplb out.";
    problems.push({ path: at, message });
  }
  if (!acknowledgeImbalanceBaseline) {
    problems.push({
      path: `${at}.acknowledgeImbalanceBaseline`,
      value: false,
      message:
        "without a baseline nobody can tell what the balancer is worth, and it costs time and memory. Measure the load of the experts without it, then set this to true; or leave eplb out.",
    });
  }
  const value = optionValue(findOption("eplb-config") as EngineOption, config);
  if ("wrong" in value) problems.push({ path: `${at}.config`, message: value.wrong });
  const { use_async: asynchronous = true, communicator } = config;
  if (asynchronous && (communicator === "torch_nccl" || communicator === "pynccl")) {
    problems.push({
      path: `${at}.config`,
      value: communicator,
      message: `"${communicator}" cannot be used while experts move beside the computation. Use "nixl" or "torch_gloo", or use_async: false.`,
    });
  }
  const redundant = typeof config.num_redundant_experts === "number" ? config.num_redundant_experts : 0;
  if (on && experts && (experts + redundant) % gpus !== 0) {
    problems.push({
      path: `${at}.config`,
      value: redundant,
      message: `${experts} experts (model.experts) and ${redundant} redundant ones cannot be shared out evenly to ${gpus} GPUs. Use num_redundant_experts: ${redundant + gpus - ((experts + redundant) % gpus)}.`,
    });
  }
  return problems;
}
