import {
  engineCommand,
  type MultiNodePipelineSpec,
  type ParallelismArgs,
  planMultiNode,
  type RankPlan,
} from "@sonar-iac/topology";
import fc from "fast-check";

/** One generated layout over several nodes: what topology says of it, and what its first and last pod would run. */
export interface Spanning {
  id: string;
  spec: MultiNodePipelineSpec;
  /** Problems that topology finds; empty when it accepts. */
  problems: string[];
  lines: { id: string; argv: string[]; env: Record<string, string>; moe: boolean }[];
}

/** The model that the engine's checks are made with. */
const model = { source: "org/model", attentionHeads: 32, layers: 36, contextLimit: 40960, revision: "0".repeat(40) };

const sometimes = <T>(value: fc.Arbitrary<T>, weight = 3) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const data = fc.record({
  size: fc.constantFrom(1, 2, 4, 8, 3),
  loadBalancing: fc.constantFrom(
    undefined,
    "internal" as const,
    "hybrid" as const,
    "external" as const,
    "multi-port" as const,
  ),
  rpcPort: sometimes(fc.constantFrom(13345, 29501), 5),
});

const expert = fc.record({
  enable: sometimes(fc.boolean()),
  all2allBackend: sometimes(
    fc.constantFrom("deepep_low_latency", "allgather_reducescatter", "nixl_ep", "naive", "nccl"),
  ),
  eplb: sometimes(
    fc.record({
      acknowledgeImbalanceBaseline: fc.constantFrom(true, true, true, false),
      config: sometimes(
        fc.constantFrom<Record<string, unknown>>(
          { num_redundant_experts: 32, window_size: 500 },
          { num_redundant_experts: 3 },
          { use_async: false, communicator: "pynccl" },
          { communicator: "torch_nccl" },
          { window_size: 0 },
          { redundancy: 1 },
          { policy: "greedy" },
        ),
        1,
      ),
    }),
    2,
  ),
});

const layout = fc.record({
  parallelism: fc.record({
    tensor: fc.constantFrom(1, 2, 4, 8, 8, 16),
    pipeline: fc.constantFrom(1, 1, 2, 4, 3),
    prefillContext: sometimes(fc.constantFrom(1, 2), 5),
    layersPerStage: sometimes(fc.constantFrom([36], [18, 18], [10, 26], [9, 9, 9, 9], [8, 10, 10, 8], [12, 12, 13]), 4),
    allowCrossNodeTensorParallel: sometimes(fc.boolean()),
    data: sometimes(data, 1),
    expert: sometimes(expert, 2),
    executor: sometimes(fc.constantFrom("mp", "uni", "external_launcher", "ray"), 6),
  }),
  nodesPerReplica: fc.constantFrom(2, 2, 4, 4, 8, 3, 1),
  network: sometimes(fc.constantFrom({ interface: "eth0" }, { ncclDebug: true }, { disableInfiniBand: true })),
  experts: fc.constantFrom(0, 128, 128, undefined),
});

/** The same layouts in every run. */
export function spanningLayouts(count: number): Spanning[] {
  return fc.sample(layout, { seed: 20_243, numRuns: count }).map(({ experts, ...rest }, i) => {
    const spec = { platform: { nodes: {} }, model: { ...model, experts }, ...rest } as MultiNodePipelineSpec;
    const { plan, problems } = planMultiNode("layout", spec);
    const last = spec.nodesPerReplica - 1;
    const ranks = plan?.pools.serve?.ranks ?? [refused(spec, 0), ...(last > 0 ? [refused(spec, last)] : [])];
    // of a model of which nothing is said, what asks for experts is right
    const moe = experts === 128 || (experts === undefined && asksForExperts(spec.parallelism));
    const shown = [ranks[0], ...(ranks.length > 1 ? [ranks.at(-1)] : [])] as Pick<RankPlan, "argv" | "env">[];
    return {
      id: `spanning-${i}`,
      spec,
      problems: problems.map(({ path, message }) => `${path}: ${message}`),
      lines: shown.map(({ argv, env }, n) => ({
        id: `spanning-${i}-${n}`,
        argv: argv.slice(2),
        env,
        moe,
      })),
    };
  });
}

const asksForExperts = ({ expert, data }: ParallelismArgs) =>
  (expert !== undefined && expert.enable !== false) ||
  data?.loadBalancing === "external" ||
  data?.loadBalancing === "multi-port";

/** What a pod of a refused layout would run, for the engine to refuse too. */
function refused({ parallelism, nodesPerReplica }: MultiNodePipelineSpec, rank: number) {
  const argv = engineCommand({
    model: { source: model.source, servedName: "model", maxLength: "auto" },
    engine: {},
    parallelism,
    place: { rank, nodes: nodesPerReplica, times: { distributedSeconds: 2040, cpuDistributedSeconds: 2040 } },
    drainSeconds: 605,
    extra: [],
  });
  const layers = parallelism.layersPerStage?.join();
  return { argv, env: layers === undefined ? {} : { APHRODITE_PP_LAYER_PARTITION: layers } };
}
