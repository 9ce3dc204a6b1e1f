import { describe, expect, it } from "vitest";
import { type MultiNodePipelineSpec, planMultiNode } from "./multiNode";

const model = { source: "org/checkpoint", servedName: "big", maxLength: 32768, revision: "0".repeat(40), layers: 78 };
const minimal: MultiNodePipelineSpec = {
  platform: { nodes: { gpusPerNode: 8 } },
  model,
  parallelism: { tensor: 8, pipeline: 4 },
  nodesPerReplica: 4,
};

/** Deliberately not the typed spec: a user's program may pass anything. */
const messages = (over: Record<string, unknown>) =>
  planMultiNode("big", { ...minimal, ...over } as MultiNodePipelineSpec).problems.map((p) => `${p.path}: ${p.message}`);
const parallel = (over: Record<string, unknown>) => ({ parallelism: { tensor: 8, pipeline: 4, ...over } });
const experts = { model: { ...model, experts: 128 } };
const ranks = (size: number, loadBalancing: string, over: object = {}) => ({
  parallelism: { tensor: 1, data: { size, loadBalancing }, ...over },
});

describe("wrong layouts over several nodes", () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      "nodes that do not divide the GPUs",
      { nodesPerReplica: 3 },
      "nodesPerReplica: 32 GPUs (tensor 8 × pipeline 4) cannot be shared out evenly to 3 nodes, and each must have the same number. Use nodesPerReplica: 4.",
    ],
    [
      "more GPUs for each node than it has",
      { nodesPerReplica: 2 },
      "nodesPerReplica: 32 GPUs (tensor 8 × pipeline 4) on 2 nodes are 16 for each, but a node has 8. Use nodesPerReplica: 4",
    ],
    [
      "a share that a node cannot be cut into",
      { parallelism: { tensor: 6, pipeline: 4 } },
      "nodesPerReplica: 24 GPUs (tensor 6 × pipeline 4) on 4 nodes are 6 for each, but a node has 8. Use parallelism.tensor: 8.",
    ],
    [
      "a world that forgets prefill context ranks",
      parallel({ prefillContext: 2 }),
      "nodesPerReplica: 64 GPUs (tensor 8 × pipeline 4 × prefill context 2) on 4 nodes are 16 for each, but a node has 8. Use nodesPerReplica: 8",
    ],
    [
      "tensor parallel ranks on several nodes",
      { parallelism: { tensor: 32 } },
      "parallelism.tensor: 32 tensor parallel ranks would lie on several nodes of 8 GPUs each, and every layer would wait for the network. Use tensor: 8 with pipeline: 4, or allowCrossNodeTensorParallel: true.",
    ],
    [
      "a number of layers for too few stages",
      parallel({ layersPerStage: [38, 40] }),
      "parallelism.layersPerStage: [38, 40] names 2 stages, but there are 4 (parallelism.pipeline). Give 4 numbers, or pipeline: 2.",
    ],
    [
      "layers that do not sum up",
      parallel({ layersPerStage: [18, 20, 20, 21] }),
      "parallelism.layersPerStage: [18, 20, 20, 21] are 79 layers, but the model has 78 (model.layers). Give numbers that sum to 78, for example 20 instead of the last.",
    ],
    [
      "a stage without layers",
      parallel({ layersPerStage: [0, 26, 26, 26] }),
      "parallelism.layersPerStage[0]: must be a whole number 1 or more, but it is 0.",
    ],
    [
      "one node",
      { nodesPerReplica: 1, parallelism: { tensor: 8 } },
      "nodesPerReplica: a copy of the model on 1 node is a ReplicatedService",
    ],
    [
      "no nodes",
      { nodesPerReplica: undefined },
      "nodesPerReplica: must be a whole number from 1 to 1024, but it is missing.",
    ],
    [
      "ray",
      parallel({ executor: "ray" }),
      'parallelism.executor: must be "mp" or "uni" or "external_launcher", but it is "ray". Ray would need a cluster of its own, and the engine refuses it with several nodes',
    ],
    [
      "ray as an option",
      { engine: { extraArgs: { "distributed-executor-backend": "ray" } } },
      'engine.extraArgs: "distributed-executor-backend" is set by parallelism.executor. Set it there instead.',
    ],
    [
      "one worker for many GPUs",
      parallel({ executor: "uni" }),
      'parallelism.executor: "uni" runs one worker in one process, but there are 32 GPUs',
    ],
    [
      "an API for each rank of a dense model",
      { ...ranks(4, "external", { tensor: 8 }), model: { ...model, experts: 0 } },
      'parallelism.data.loadBalancing: "external" is for mixtures of experts, and the model is dense (model.experts is 0). Ranks of a dense model share nothing: use replicas instead',
    ],
    [
      "an API for each rank of a model of which nothing is said",
      ranks(4, "external", { tensor: 8 }),
      'parallelism.data.loadBalancing: "external" is for mixtures of experts, and nothing says that the model is one. Give model.experts',
    ],
    [
      "several external ranks on a node",
      { ...ranks(32, "external"), ...experts },
      'parallelism.data.loadBalancing: "external" is one whole rank on each node, but 32 ranks of 1 GPUs on 4 nodes are 8 for each. Use nodesPerReplica: 32, or "multi-port"',
    ],
    [
      "a supervisor of one rank",
      { ...ranks(4, "multi-port", { tensor: 8 }), ...experts },
      'parallelism.data.loadBalancing: "multi-port" is several whole ranks on each node, but 4 ranks of 8 GPUs on 4 nodes are 1 for each. Use nodesPerReplica: 2, or "external"',
    ],
    [
      "a rank alone that is balanced",
      parallel({ data: { size: 1, loadBalancing: "hybrid" } }),
      'parallelism.data.loadBalancing: "hybrid" shares requests out to ranks, but there is one',
    ],
    [
      "copies of a dense model that span nodes",
      { ...ranks(2, "internal", { tensor: 8, pipeline: 2 }), model: { ...model, experts: 0 } },
      "parallelism.data.size: a data parallel rank of 16 GPUs spans nodes of 8, and ranks of a dense model that do would take each other's places at the first node",
    ],
    [
      "parts of two ranks on a node",
      {
        platform: { nodes: {} },
        nodesPerReplica: 2,
        ...experts,
        parallelism: { tensor: 2, pipeline: 2, data: { size: 3 } },
      },
      "nodesPerReplica: 3 data parallel ranks of 4 GPUs on 2 nodes of 6 would have a node with parts of two ranks. Use nodesPerReplica: 3",
    ],
    [
      "prefill context with data parallelism",
      { ...experts, parallelism: { tensor: 8, prefillContext: 2, data: { size: 2 } } },
      "parallelism.prefillContext: the engine does not support prefill context parallelism with data parallelism yet.",
    ],
    [
      "a balancer without expert parallelism",
      { ...experts, ...parallel({ expert: { enable: false, eplb: { acknowledgeImbalanceBaseline: true } } }) },
      "parallelism.expert.eplb: moves experts between GPUs, but expert parallelism is off.",
    ],
    [
      "a balancer without a baseline",
      { ...experts, ...parallel({ expert: { eplb: { acknowledgeImbalanceBaseline: false } } }) },
      "parallelism.expert.eplb.acknowledgeImbalanceBaseline: without a baseline nobody can tell what the balancer is worth",
    ],
    [
      "a balancer that does not say so",
      { ...experts, ...parallel({ expert: { eplb: {} } }) },
      "parallelism.expert.eplb.acknowledgeImbalanceBaseline: must be true or false, but it is missing.",
    ],
    [
      "a field that the balancer does not have",
      {
        ...experts,
        ...parallel({ expert: { eplb: { acknowledgeImbalanceBaseline: true, config: { num_redundant_expert: 8 } } } }),
      },
      'parallelism.expert.eplb.config: has no field "num_redundant_expert". Did you mean "num_redundant_experts"?',
    ],
    [
      "experts that cannot be shared out evenly",
      {
        ...experts,
        ...parallel({ expert: { eplb: { acknowledgeImbalanceBaseline: true, config: { num_redundant_experts: 2 } } } }),
      },
      "parallelism.expert.eplb.config: 128 experts (model.experts) and 2 redundant ones cannot be shared out evenly to 8 GPUs. Use num_redundant_experts: 8.",
    ],
    [
      "experts on one GPU",
      { parallelism: { pipeline: 32, expert: {} } },
      "parallelism.expert: experts are shared out over tensor × prefillContext × data.size GPUs, of which there is 1.",
    ],
    [
      "experts of a dense model",
      { ...parallel({ expert: {} }), model: { ...model, experts: 0 } },
      "parallelism.expert: a dense model has no experts to share out (model.experts is 0). Leave expert out.",
    ],
    [
      "a backend that is none",
      { ...experts, ...parallel({ expert: { all2allBackend: "deepep" } }) },
      'parallelism.expert.all2allBackend: "deepep" is not a value of --all2all-backend.',
    ],
    [
      "an interface without a name",
      { network: { interface: "" } },
      "network.interface: must be the name of one network interface",
    ],
    [
      "two interfaces",
      { network: { interface: "eth0,eth1" } },
      "network.interface: must be the name of one network interface",
    ],
    ["the loopback", { network: { interface: "lo" } }, 'network.interface: is "lo", which no other node can reach.'],
    ["a typo of the network", { network: { iface: "eth0" } }, "network.iface: is not an argument."],
    [
      "a typo of the nodes",
      { nodePerReplica: 4 },
      'nodePerReplica: is not an argument. Did you mean "nodesPerReplica"?',
    ],
    [
      "a typo of the stages",
      parallel({ layerPerStage: [] }),
      'parallelism.layerPerStage: is not an argument. Did you mean "layersPerStage"?',
    ],
    [
      "an interface as a variable",
      { engine: { environment: { GLOO_SOCKET_IFNAME: "eth0" } } },
      'engine.environment: "GLOO_SOCKET_IFNAME" is set by network.interface. Set it there instead.',
    ],
    [
      "layers as a variable",
      { engine: { environment: { APHRODITE_PP_LAYER_PARTITION: "18,20,20,20" } } },
      'engine.environment: "APHRODITE_PP_LAYER_PARTITION" is set by parallelism.layersPerStage.',
    ],
    [
      "nodes as an option",
      { engine: { extraArgs: { nnodes: 4 } } },
      'engine.extraArgs: "nnodes" is set by nodesPerReplica. Set it there instead.',
    ],
    [
      "a port that is taken",
      {
        ...experts,
        ...ranks(4, "external", { tensor: 8 }),
        parallelism: { tensor: 8, data: { size: 4, rpcPort: 29501 } },
      },
      "parallelism.data.rpcPort: 29501 is another port of the pods of an engine already.",
    ],
  ])("%s", (_, over, start) => {
    const found = messages(over);
    expect(found, found.join("\n")).toHaveLength(1);
    expect(found[0]?.startsWith(start), found[0]).toBe(true);
  });

  it("are listed all at once", () =>
    expect(
      messages({
        nodesPerReplica: 3,
        parallelism: { tensor: 8, pipeline: 4, layersPerStage: [78] },
        network: { interface: "lo" },
      }).map((message) => message.split(":")[0]),
    ).toEqual(["network.interface", "nodesPerReplica", "parallelism.layersPerStage"]));
});
