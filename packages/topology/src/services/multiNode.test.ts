import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forEveryPod, rankOptions } from "../engine/parallel";
import { groupId, leaderAddress, podIndex } from "../engine/placeholders";
import { type MultiNodePipelineSpec, planMultiNode } from "./multiNode";
import { planPDDisaggregation } from "./pd";

const minimal: MultiNodePipelineSpec = {
  platform: { nodes: { gpusPerNode: 8 } },
  model: { source: "org/checkpoint", servedName: "big", maxLength: "auto", layers: 78 },
  replicas: 2,
  parallelism: { tensor: 8, pipeline: 4, layersPerStage: [18, 20, 20, 20] },
  nodesPerReplica: 4,
  network: { interface: "eth0" },
};

const made = (over: Partial<MultiNodePipelineSpec> = {}) => {
  const { plan, problems } = planMultiNode("big", { ...minimal, ...over });
  expect(problems).toEqual([]);
  if (!plan?.pools.serve?.group) throw new Error("no plan");
  return { plan, pool: plan.pools.serve, group: plan.pools.serve.group };
};
const words = (argv: string[] | undefined, flag: string) => argv?.[argv.indexOf(flag) + 1];
const experts = { model: { ...minimal.model, experts: 128 } };

describe("four nodes of eight GPUs", () => {
  it("run the commands of the four-node example", () => {
    expect(made().pool.ranks.map(({ argv }) => argv.join(" "))).toEqual(
      [0, 1, 2, 3].map(
        (rank) =>
          `aphrodite serve org/checkpoint --host 0.0.0.0 --port 2242 --served-model-name big --tensor-parallel-size 8 --pipeline-parallel-size 4 --nnodes 4 --node-rank ${rank} --master-addr ${leaderAddress} --master-port 29501 --max-model-len auto --distributed-executor-backend mp --distributed-timeout-seconds 2040 --cpu-distributed-timeout-seconds 2040 --shutdown-timeout 605${rank === 0 ? "" : " --headless"}`,
      ),
    );
  });

  it("have the variables of the example on every pod", () => {
    for (const { env, gpus } of made({ network: { interface: "eth0", disableInfiniBand: true, ncclDebug: true } }).pool
      .ranks) {
      expect(env).toMatchObject({
        APHRODITE_PP_LAYER_PARTITION: "18,20,20,20",
        GLOO_SOCKET_IFNAME: "eth0",
        NCCL_SOCKET_IFNAME: "eth0",
        NCCL_IB_DISABLE: "1",
        NCCL_DEBUG: "INFO",
        APHRODITE_EXECUTE_MODEL_TIMEOUT_SECONDS: "300",
      });
      expect(env).not.toHaveProperty("NCCL_P2P_DISABLE");
      expect(gpus).toBe(8);
    }
  });

  it("find their interface at start where none is named, and say so", () => {
    const { plan, pool, group } = made({ network: {} });
    expect(group.interface).toBeNull();
    expect(Object.keys(pool.ranks[0]?.env ?? {}).join()).not.toMatch(/IFNAME|NCCL/);
    expect(plan.explanations.find(({ path }) => path === "network.interface")?.reason).toBe(
      "resolved at start from the route to the first pod, for NCCL and Gloo alike",
    );
  });

  it("are counted as nodes, pods and GPUs of each replica", () => {
    const { plan, pool, group } = made();
    expect(pool).toMatchObject({ gpusPerEngine: 32, worldSize: 32, nodes: 8 });
    expect(plan.totals).toMatchObject({ engines: 2, gpus: 64, pods: 10, nodes: 8 });
    expect(group).toMatchObject({
      size: 4,
      masterPort: 29501,
      supervisorPort: 29511,
      interface: "eth0",
      api: { pods: "leader", ports: [2242], readiness: { port: 2242, path: "/health" } },
    });
    // an engine's share of a node, not of the group
    expect(pool.ranks.map(({ resources }) => resources.sharedMemoryGiB)).toEqual([20, 20, 20, 20]);
  });

  it("are warned of the long wait for downloads, and not where one volume is filled before", () => {
    const waits = (over: Partial<MultiNodePipelineSpec>) => {
      const { plan, group } = made(over);
      return [group.times.gatherSeconds, plan.warnings.filter(({ path }) => path === "modelCache").length];
    };
    expect(waits({})).toEqual([22560, 1]);
    expect(waits({ modelCache: { kind: "storage-class", accessMode: "ReadWriteMany" } })).toEqual([960, 0]);
    // nobody waits for pods that there are not
    const parallelism = { tensor: 4, data: { size: 2, loadBalancing: "multi-port" as const } };
    expect(waits({ ...experts, parallelism, nodesPerReplica: 1 })).toEqual([0, 0]);
  });

  it("explain every derived value once", () => {
    const { explanations } = made().plan;
    expect(new Set(explanations.map(({ path }) => path)).size).toBe(explanations.length);
    expect(explanations.find(({ path }) => path === "pools.serve.nodes")?.reason).toBe("2 engines of 4 nodes");
  });

  it("are warned of what is slow or uneven", () => {
    const { plan } = made({ network: { disableInfiniBand: true, disablePeerToPeer: true } });
    expect(plan.warnings.map(({ path }) => path)).toEqual([
      "model.revision",
      "network.disableInfiniBand",
      "network.disablePeerToPeer",
      "model.revision",
      "modelCache",
    ]);
    expect(plan.warnings[3]?.message).toContain("the 4 pods of an engine fetch the weights each for itself");
  });
});

describe("the pods of one engine", () => {
  const modes = fc.constantFrom("internal", "hybrid", "external", "multi-port") as fc.Arbitrary<
    "internal" | "hybrid" | "external" | "multi-port"
  >;

  it("run one command in one environment, but for what tells ranks apart, for all layouts", () => {
    let seen = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 4, 8),
        fc.constantFrom(1, 2),
        fc.constantFrom(1, 2, 4, 8),
        modes,
        fc.constantFrom(2, 4),
        (tensor, pipeline, size, loadBalancing, nodesPerReplica) => {
          const data = size > 1 ? { data: { size, loadBalancing } } : {};
          const { plan } = planMultiNode("big", {
            ...minimal,
            ...experts,
            parallelism: { tensor, pipeline, ...data },
            nodesPerReplica,
          });
          if (!plan?.pools.serve) return;
          seen += 1;
          const { ranks } = plan.pools.serve;
          const plain = ranks.map(({ argv, rank }) => {
            const rest = [...argv];
            for (const option of rankOptions) {
              const at = rest.indexOf(option);
              if (at >= 0) expect(rest.splice(at, 2)[1]).toBe(String(rank));
            }
            return rest.filter((word, i) => {
              const servers = word === "--api-server-count" || rest[i - 1] === "--api-server-count";
              return word !== "--headless" && !servers;
            });
          });
          // the first pod has a template of its own, the others share one
          const followers = ranks.slice(1).map(({ argv }) => forEveryPod(argv).join(" "));
          expect(new Set(followers).size).toBe(1);
          expect(followers[0]).toContain(`--node-rank ${podIndex}`);
          for (const { env, rank } of ranks) {
            expect(env).toEqual(ranks[0]?.env);
            expect(plain[rank]).toEqual(plain[0]);
          }
        },
      ),
      { numRuns: 400, seed: 3 },
    );
    expect(seen).toBeGreaterThan(40);
  });

  it.each([
    ["internal", 1, 16, 2, { pods: "leader", ports: [2242] }, ["--api-server-count"]],
    ["hybrid", 1, 16, 2, { pods: "every-rank", ports: [2242] }, ["--data-parallel-hybrid-lb", "--api-server-count"]],
    [
      "external",
      8,
      2,
      2,
      { pods: "every-rank", ports: [2242] },
      ["--data-parallel-external-lb", "--data-parallel-rank"],
    ],
    [
      "multi-port",
      4,
      4,
      2,
      { pods: "every-rank", ports: [2242, 2243], readiness: { port: 9256, path: "/readyz" } },
      ["--data-parallel-multi-port-external-lb", "--node-rank"],
    ],
  ] as const)("serve %s data parallel ranks", (loadBalancing, tensor, size, nodesPerReplica, api, flags) => {
    const parallelism = { tensor, data: { size, loadBalancing } };
    const { plan, pool, group } = made({ ...experts, parallelism, nodesPerReplica });
    expect(group.api).toMatchObject(api);
    const [first, second] = pool.ranks.map(({ argv }) => argv);
    for (const flag of flags) expect(first).toContain(flag);
    expect(second?.includes("--headless")).toBe(loadBalancing === "internal");
    expect(words(first, "--data-parallel-size")).toBe(String(size));
    expect(words(first, "--data-parallel-address")).toBe(leaderAddress);
    // the engine's own supervisor counts ranks by the node, and each child would take the node's number for its rank
    expect(first?.includes("--nnodes")).toBe(loadBalancing !== "multi-port");
    const endpoints = loadBalancing === "internal" ? 1 : loadBalancing === "multi-port" ? 4 : 2;
    expect(plan.gateway.slots).toBe(Math.max(8, 2 ** Math.ceil(Math.log2(2 * 2 * endpoints))));
  });

  it("do not tell the Rust frontend of API servers, which it would ignore with a warning", () => {
    const parallelism = { tensor: 1, data: { size: 16 } };
    const of = (frontend: "rust" | "python") =>
      made({ ...experts, engine: { frontend }, parallelism, nodesPerReplica: 2 });
    expect(of("python").pool.ranks[0]?.argv).toContain("--api-server-count");
    const { plan, pool } = of("rust");
    expect(pool.ranks[0]?.argv).not.toContain("--api-server-count");
    expect(plan.warnings.map(({ path }) => path)).not.toContain("engine.frontend");
  });

  it("share experts out as they are told", () => {
    const expert = {
      all2allBackend: "deepep_low_latency",
      eplb: { acknowledgeImbalanceBaseline: true, config: { window_size: 500, num_redundant_experts: 0 } },
    };
    const { pool } = made({ ...experts, parallelism: { tensor: 8, pipeline: 4, expert } });
    expect(pool.ranks[2]?.argv.join(" ")).toContain(
      '--enable-expert-parallel --all2all-backend deepep_low_latency --enable-eplb --eplb-config {"num_redundant_experts":0,"window_size":500}',
    );
  });
});

describe("prefill and decode over several nodes", () => {
  const pd = (over: object = {}) => {
    const { plan, problems } = planPDDisaggregation("big", {
      platform: { nodes: { gpusPerNode: 8 } },
      model: { source: "org/checkpoint", maxLength: 32768, experts: 128 },
      prefill: { replicas: 2, parallelism: { tensor: 8, pipeline: 2 }, nodesPerReplica: 2 },
      decode: { replicas: 2, parallelism: { tensor: 8 } },
      network: { interface: "eth0" },
      ...over,
    });
    expect(problems).toEqual([]);
    if (!plan) throw new Error("no plan");
    return plan;
  };
  const transferOf = (plan: ReturnType<typeof pd>, role: string, rank = 0) =>
    JSON.parse(words(plan.pools[role]?.ranks[rank]?.argv, "--kv-transfer-config") ?? "");

  it("have one engine id for all pods of an engine, made at each start, and none where an engine is one pod", () => {
    const plan = pd();
    for (const rank of [0, 1]) expect(transferOf(plan, "prefill", rank).engine_id).toBe(groupId);
    expect(transferOf(plan, "decode")).not.toHaveProperty("engine_id");
    expect(plan.pools.prefill?.group?.size).toBe(2);
    expect(plan.pools.decode).not.toHaveProperty("group");
    expect(plan.totals).toMatchObject({ gpus: 48, nodes: 6 });
  });

  it("keep a side channel for each data parallel rank", () => {
    const plan = pd({ decode: { replicas: 2, parallelism: { tensor: 4, data: { size: 2 } } } });
    expect(plan.transfer).toMatchObject({ sideChannelPort: 5600, sideChannelPorts: 2 });
  });
});
