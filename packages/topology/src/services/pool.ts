import type { EngineArgs } from "../engine/args";
import { engineCommand } from "../engine/command";
import { extraArgv, extraEnvironment } from "../engine/extraArgs";
import { ownedOptions, ownedVariables } from "../engine/owned";
import { httpPort } from "../engine/paths";
import { engineProblems } from "../engine/rules";
import { rustFrontendProblems, rustFrontendWarnings } from "../engine/rustFrontend";
import { engineVariables } from "../engine/variables";
import type { NodeFacts } from "../hardware";
import { planResources } from "../memory";
import type { ModelArgs } from "../model";
import { fitProblems, gpusOf, type ParallelismArgs, splitProblems } from "../parallelism";
import type { Explanations, ModelPlan, PoolPlan, Problem, Timings, WeightsPlan } from "../plan";
import { planProbes } from "../timing";

export interface PoolInput {
  model: ModelPlan;
  /** What is stated of the model's shape. */
  shape: ModelArgs;
  engine: EngineArgs;
  parallelism: ParallelismArgs;
  node: NodeFacts;
  replicas: number;
  timings: Pick<Timings, "engine" | "startup">;
  weights: Pick<WeightsPlan, "kind" | "offline">;
}

/** The engine's loader for weights that are not files of a volume. */
const loader = "runai_streamer";

/** Engines of one pod each, all alike. */
export function planServePool(input: PoolInput, why: Explanations, problems: Problem[], warnings: Problem[]): PoolPlan {
  const { model, engine, parallelism, node, replicas, timings } = input;
  const { tensor = 1, pipeline = 1 } = parallelism;
  const gpus = why.because(
    "pools.serve.gpusPerEngine",
    gpusOf(parallelism),
    `tensor ${tensor} × pipeline ${pipeline}`,
    "parallelism",
  );
  const frontend = engine.frontend ?? "python";
  const streamed = input.weights.kind === "streamed";
  const owned = streamed ? new Map([...ownedOptions, ["load-format", "platform.modelCache"]]) : ownedOptions;
  const extra = extraArgv(engine.extraArgs ?? {}, owned);
  const environment = extraEnvironment(engine.environment ?? {}, ownedVariables);
  const argv = engineCommand({
    model,
    engine,
    tensor,
    pipeline,
    loadFormat: streamed ? loader : undefined,
    drainSeconds: timings.engine.drainSeconds,
    extra: extra.argv,
  });
  problems.push(
    ...fitProblems(parallelism, node.gpusPerNode, node.instance),
    ...splitProblems(parallelism, input.shape),
    ...engineProblems(engine, model.maxLength, input.shape.contextLimit),
    ...extra.problems,
    ...environment.problems,
  );
  if (frontend === "rust") {
    const used = argv.filter((word) => word.startsWith("--"));
    problems.push(...rustFrontendProblems(used));
    warnings.push(...rustFrontendWarnings(used));
  }
  const perNode = node.gpusPerNode === null ? null : Math.max(1, Math.floor(node.gpusPerNode / gpus));
  const nodes = why.because(
    "pools.serve.nodes",
    perNode === null ? null : Math.ceil(replicas / perNode),
    perNode === null ? "GPUs per node are not known" : `${replicas} engines, ${perNode} to a node`,
    "replicas",
  );
  return {
    role: "serve",
    replicas,
    gpusPerEngine: gpus,
    worldSize: gpus,
    ranks: [
      {
        rank: 0,
        argv,
        env: engineVariables({ timings, weights: input.weights, frontend, extra: environment.env }),
        gpus,
        resources: planResources(engine, gpus, node, why, problems),
      },
    ],
    nodes,
    instanceType: node.instance?.type ?? null,
    usdPerHour: node.usdPerHour !== null && nodes !== null ? Math.round(node.usdPerHour * nodes * 1000) / 1000 : null,
    httpPort,
    probes: planProbes(timings.startup, why),
  };
}
