import { gatherWarnings, identityWarnings } from "../caches/identical";
import type { EngineArgs } from "../engine/args";
import { engineCommand } from "../engine/command";
import { extraArgv, extraEnvironment } from "../engine/extraArgs";
import { ownedOptionsOfGroups, ownedVariablesOfGroups } from "../engine/owned";
import { httpPort } from "../engine/paths";
import { engineProblems } from "../engine/rules";
import { rustFrontendProblems, rustFrontendWarnings } from "../engine/rustFrontend";
import { engineVariables } from "../engine/variables";
import type { NodeFacts } from "../hardware";
import type { KVCacheUse } from "../kvCache/use";
import { planResources } from "../memory";
import type { ModelArgs } from "../model";
import { type NetworkArgs, planNetwork } from "../network";
import {
  fitProblems,
  layoutOf,
  nodesProblems,
  nodesWarnings,
  type ParallelismArgs,
  parallelProblems,
  parallelWarnings,
  splitProblems,
  worldInWords,
} from "../parallelism";
import type { Explanations, ModelPlan, PoolPlan, Problem, Timings, WeightsPlan } from "../plan";
import { drainSecondsOf, planProbes, planStepTimeout } from "../timing";
import { groupPortProblems, isGroup, planGroup } from "./group";
import { oneApiProblems, withOneApi } from "./oneApi";

export interface PoolInput {
  model: ModelPlan;
  /** What is stated of the model's shape. */
  shape: ModelArgs;
  engine: EngineArgs;
  parallelism: ParallelismArgs;
  /** Nodes of one engine, with a pod on each. @default 1 */
  nodesPerReplica?: number;
  /** Whatever stands before the engines knows one address of each. @default false */
  oneApi?: boolean;
  /** How the pods of one engine talk to each other. */
  network?: NetworkArgs;
  node: NodeFacts;
  replicas: number;
  timings: Pick<Timings, "maxRequestSeconds" | "engine" | "prefill" | "startup">;
  weights: Pick<WeightsPlan, "kind" | "fetch" | "offline">;
  role: PoolPlan["role"];
  /** What the library sets itself, and what decides it. */
  owned: { options: ReadonlyMap<string, string>; variables: ReadonlyMap<string, string> };
  /** How KV caches go to or from other engines. @default they do not */
  transfer?: { config: string; sideChannelPort: number; sideChannelPorts: number };
  /** What the engines have of a cache; its configuration has the transfer in it. @default nothing */
  kvCache?: KVCacheUse;
}

/** The engine's loader for weights that are not files of a volume. */
const loader = "runai_streamer";

/** Engines of one role, all alike, and the pods of each. */
export function planPool(input: PoolInput, why: Explanations, problems: Problem[], warnings: Problem[]): PoolPlan {
  const { role, model, engine, parallelism, node, replicas, timings, owned, transfer, nodesPerReplica = 1 } = input;
  const { kvCache } = input;
  const layout = layoutOf(parallelism, nodesPerReplica);
  const group = isGroup(parallelism, nodesPerReplica);
  const gpus = why.because(`pools.${role}.gpusPerEngine`, layout.worldSize, worldInWords(parallelism), "parallelism");
  const frontend = engine.frontend ?? "python";
  const streamed = input.weights.kind === "streamed";
  const options = new Map([
    ...owned.options,
    ...(group ? ownedOptionsOfGroups : []),
    ...(streamed ? [["load-format", "platform.modelCache"] as const] : []),
    ...(kvCache?.owned.options ?? []),
  ]);
  const variables = new Map([
    ...owned.variables,
    ...(group ? ownedVariablesOfGroups : []),
    ...(kvCache?.owned.variables ?? []),
  ]);
  const extra = extraArgv(engine.extraArgs ?? {}, options);
  const environment = extraEnvironment(engine.environment ?? {}, variables);
  const network = group ? planNetwork(input.network ?? {}, why, warnings) : undefined;
  const held = network && planGroup({ role, parallelism, layout, network, startup: timings.startup }, why);
  const argvOf = (rank: number) =>
    engineCommand({
      model,
      engine,
      parallelism,
      ...(held && { place: { rank, nodes: nodesPerReplica, times: held.times } }),
      loadFormat: streamed ? loader : undefined,
      drainSeconds: drainSecondsOf(timings, role),
      transfer: kvCache?.config ?? transfer?.config,
      extra: extra.argv,
    });
  const limits = { gpusPerNode: node.gpusPerNode, model: input.shape, oneApi: input.oneApi };
  const split = input.oneApi ? withOneApi(parallelism) : parallelism;
  problems.push(
    ...(nodesPerReplica > 1
      ? nodesProblems(parallelism, nodesPerReplica, limits, node.instance)
      : fitProblems(parallelism, node.gpusPerNode, node.instance)),
    ...splitProblems(parallelism, input.shape),
    ...(input.oneApi ? oneApiProblems(parallelism, nodesPerReplica) : []),
    ...parallelProblems(split, input.shape, nodesPerReplica, input.oneApi),
    ...engineProblems(engine, model.maxLength, input.shape.contextLimit),
    ...extra.problems,
    ...environment.problems,
  );
  if (held) problems.push(...groupPortProblems(parallelism, held, transfer));
  warnings.push(...parallelWarnings(split, input.shape, nodesPerReplica, input.oneApi));
  if (nodesPerReplica > 1) {
    warnings.push(
      ...nodesWarnings(parallelism, nodesPerReplica, limits),
      ...identityWarnings(input.weights, model, nodesPerReplica),
      ...gatherWarnings(input.weights, nodesPerReplica, timings.startup.gatherSeconds ?? 0),
    );
  }
  if (frontend === "rust") {
    const used = argvOf(0).filter((word) => word.startsWith("--"));
    problems.push(...rustFrontendProblems(used));
    warnings.push(...rustFrontendWarnings(used));
  }
  // one for all pods of an engine: what differs between them is in their command lines
  const env = engineVariables({
    timings,
    weights: input.weights,
    frontend,
    layersPerStage: parallelism.layersPerStage,
    group: network && {
      ...network.env,
      APHRODITE_EXECUTE_MODEL_TIMEOUT_SECONDS: String(planStepTimeout(timings.maxRequestSeconds, why, role)),
    },
    sideChannelPort: transfer?.sideChannelPort,
    extra: { ...kvCache?.pod.env, ...environment.env },
  });
  // a layout that cannot be has been refused above
  const share = Math.max(1, Math.floor(layout.gpusPerNode));
  const resources = planResources(engine, share, node, why, problems, kvCache?.pod);
  const nodes = nodesOf(input, layout.worldSize, why);
  return {
    role,
    replicas,
    gpusPerEngine: gpus,
    worldSize: gpus,
    ranks: Array.from({ length: nodesPerReplica }, (_, rank) => ({
      rank,
      argv: argvOf(rank),
      env,
      gpus: share,
      resources,
    })),
    ...(held && { group: held }),
    nodes,
    instanceType: node.instance?.type ?? null,
    usdPerHour: node.usdPerHour !== null && nodes !== null ? Math.round(node.usdPerHour * nodes * 1000) / 1000 : null,
    httpPort,
    probes: planProbes(timings.startup, why, role),
  };
}

/** GPU nodes that the engines fill; pods of one engine have a node each. */
function nodesOf(
  { role, replicas, node: { gpusPerNode }, nodesPerReplica = 1 }: PoolInput,
  gpus: number,
  why: Explanations,
): number | null {
  const path = `pools.${role}.nodes`;
  if (nodesPerReplica > 1)
    return why.because(path, replicas * nodesPerReplica, `${replicas} engines of ${nodesPerReplica} nodes`, "replicas");
  const perNode = gpusPerNode === null ? null : Math.max(1, Math.floor(gpusPerNode / gpus));
  return why.because(
    path,
    perNode === null ? null : Math.ceil(replicas / perNode),
    perNode === null ? "GPUs per node are not known" : `${replicas} engines, ${perNode} to a node`,
    "replicas",
  );
}
