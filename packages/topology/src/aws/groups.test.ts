import { describe, expect, it } from "vitest";
import { Explanations, type PoolPlan, type Problem } from "../plan";
import { planMultiNode, planReplicatedService, type ReplicatedServiceSpec } from "../services";
import { type NodeGroupsSpec, planNodeGroups } from "./groups";

const planned = (nodeGroups: NodeGroupsSpec, over: Partial<ReplicatedServiceSpec> = {}) => {
  const model = { source: "org/model" };
  return planReplicatedService("chat", { platform: { nodes: {}, nodeGroups }, model, ...over });
};
const messages = (...args: Parameters<typeof planned>) =>
  planned(...args).problems.map(({ path, message }) => `${path}: ${message}`);
const g6e = { instanceType: "g6e.12xlarge" };
const two = { parallelism: { tensor: 2 } };

describe("the node groups of a service", () => {
  it("have the nodes that its engines fill, and their price", () => {
    const { plan } = planned({ nodes: { spec: { ...g6e, max: 4 } } }, { replicas: 3, ...two });
    expect(plan?.pools.serve).toMatchObject({ nodes: 2, instanceType: "g6e.12xlarge", usdPerHour: 20.985 });
    expect(plan?.nodeGroups?.nodes?.scaling).toEqual({ min: 2, max: 4, desired: 2 });
    expect(plan?.totals).toMatchObject({
      usdPerHour: 20.985,
      usdPerHourRange: { min: 20.985, max: 41.971 },
      priceDate: "2026-07-20",
      priceRegion: "us-east-1",
    });
  });

  it("are named after the pool where there is one for it", () => {
    const { plan } = planned({ nodes: { spec: g6e }, pools: { serve: { spec: { instanceType: "g6.48xlarge" } } } });
    expect(Object.keys(plan?.nodeGroups ?? {})).toEqual(["serve"]);
    expect(plan?.pools.serve?.instanceType).toBe("g6.48xlarge");
  });

  it.each(["spot", "capacity-block"] as const)("have no price with %s, and neither has the service", (kind) => {
    const spec = { instanceType: "p5.48xlarge", capacity: { kind } };
    const { plan } = planned({ nodes: { spec } }, { parallelism: { tensor: 8 } });
    expect(plan?.totals).toMatchObject({ nodes: 1, usdPerHour: null, usdPerHourRange: null, priceDate: null });
    expect(plan?.pools.serve?.usdPerHour).toBeNull();
  });

  it("say why they are as they are, where the plan and the arguments have it", () => {
    const { plan } = planned({ nodes: { spec: { ...g6e, max: 4 } } }, { replicas: 3, ...two });
    const found = plan?.explanations.filter(({ path }) => path.startsWith("nodeGroups.nodes."));
    expect(found).toContainEqual({
      path: "nodeGroups.nodes.scaling.min",
      value: 2,
      reason: "the pools fill 2, at most max",
      override: "platform.nodes.min",
    });
  });

  it("that exist are not made, nor counted in the price range", () => {
    const { plan } = planned({ nodes: { spec: g6e, shared: true } });
    expect(plan?.nodeGroups).toEqual({});
    expect(plan?.totals).not.toHaveProperty("usdPerHourRange");
    expect(plan?.totals.usdPerHour).toBe(10.493);
  });
});

describe("engines that take long to stop", () => {
  const warned = (maxRequestSeconds: number, groups: NodeGroupsSpec = { nodes: { spec: g6e } }) =>
    planned(groups, { maxRequestSeconds })
      .plan?.warnings.filter(({ path }) => path === "maxRequestSeconds")
      .map(({ message }) => message);

  it("may be cut off where a group shrinks, from the second on that EKS does not wait for", () => {
    expect(warned(851)).toEqual([
      "an engine may take 901 s to stop, but where a node group shrinks, or is balanced between zones, EKS ends a node after 900 s. Take only empty nodes away, or use at most 850.",
    ]);
    expect(warned(850)).toEqual([]);
  });

  it("are not warned of on nodes of others", () =>
    expect(warned(3600, { nodes: { spec: g6e, shared: true } })).toEqual([]));
});

describe("the budget of GPUs", () => {
  it("is what most nodes have", () => {
    expect(messages({ nodes: { spec: { ...g6e, max: 2 } } }, { replicas: 5, ...two })).toEqual([
      "platform.nodes.max: the service needs 10 GPUs, but 2 × g6e.12xlarge have 8. Use max: 3, or fewer or smaller engines.",
    ]);
    expect(messages({ nodes: { spec: { ...g6e, max: 2 } } }, { replicas: 4, ...two })).toEqual([]);
  });

  it("counts what other services have taken of a group", () => {
    const shared = { spec: { ...g6e, max: 2 }, shared: true, takenGpus: 6 };
    expect(messages({ nodes: shared }, { replicas: 2, ...two })).toEqual([
      "platform.nodes.max: the service needs 4 GPUs, and other services 6 of the group's, but 2 × g6e.12xlarge have 8. Use max: 3, or fewer or smaller engines.",
    ]);
    expect(messages({ nodes: shared }, two)).toEqual([]);
  });

  it("is not asked of an engine that no node holds: that is told of the engine", () => {
    expect(
      messages({ nodes: { spec: { instanceType: "p5.48xlarge", max: 8 } } }, { parallelism: { tensor: 16 } }),
    ).toEqual([
      "parallelism.tensor: 16 GPUs per engine, but a p5.48xlarge node has 8. No instance type has 16: use quantized weights, or at most 8 GPUs per engine.",
    ]);
  });
});

describe("wrong groups", () => {
  it("are told together with what is wrong with the service", () => {
    const spec = { instanceType: "g6e.12xlrge", min: 3, max: 2 };
    expect(messages({ nodes: { spec } }, { maxRequestSeconds: 0 })).toEqual([
      "maxRequestSeconds: must be a whole number from 1 to 86400, but it is 0. Give the seconds of the longest request, up to a day.",
      "platform.nodes.min: 3 is more than max, which is 2. Raise max, or lower min.",
      'platform.nodes.instanceType: "g6e.12xlrge" is not an EC2 instance type with GPUs that is known. Did you mean g6e.12xlarge?',
    ]);
  });

  it("must cover every pool", () => {
    expect(messages({ pools: { prefill: { spec: g6e } } })).toEqual([
      "platform.nodes: is missing. Describe the nodes of every pool, or those of all: nodes.",
    ]);
  });
});

describe("several pools", () => {
  const pool = (replicas: number, gpusPerEngine: number, nodes: number) =>
    ({ replicas, gpusPerEngine, nodes }) as PoolPlan;
  const pools = { prefill: pool(4, 2, 2), decode: pool(2, 4, 2) };
  const groupsOf = (groups: NodeGroupsSpec) => {
    const problems: Problem[] = [];
    const plans = planNodeGroups(groups, pools, { why: new Explanations(), problems, warnings: [] });
    return { plans, told: problems.map(({ path, message }) => `${path}: ${message}`) };
  };

  it("share a group that has the nodes of both, and the GPUs of both must fit", () => {
    const { plans, told } = groupsOf({ nodes: { spec: { ...g6e, max: 5 } } });
    expect(told).toEqual([]);
    expect(Object.entries(plans).map(([key, { scaling }]) => [key, scaling.desired])).toEqual([["nodes", 4]]);
    expect(groupsOf({ nodes: { spec: { ...g6e, max: 3 } } }).told).toEqual([
      "platform.nodes.max: the service needs 16 GPUs, but 3 × g6e.12xlarge have 12. Use max: 4, or fewer or smaller engines.",
    ]);
  });

  it("have a group each, or one has its own and the others what is left", () => {
    const decode = { spec: { instanceType: "p5.48xlarge" } };
    expect(Object.keys(groupsOf({ nodes: { spec: g6e }, pools: { decode } }).plans)).toEqual(["nodes", "decode"]);
    const each = groupsOf({ pools: { prefill: { spec: { ...g6e, max: 1 } }, decode } });
    expect(each.told).toEqual([
      "platform.pools.prefill.max: the service needs 8 GPUs, but 1 × g6e.12xlarge have 4. Use max: 2, or fewer or smaller engines.",
    ]);
  });
});

describe("engines of several nodes", () => {
  const big = (group: object, over: object = {}) => {
    const { plan, problems } = planMultiNode("big", {
      platform: { nodes: {}, nodeGroups: { nodes: { spec: { instanceType: "p5.48xlarge", ...group } } } },
      model: { source: "org/model" },
      parallelism: { tensor: 8, pipeline: 4 },
      nodesPerReplica: 4,
      replicas: 2,
      ...over,
    });
    return { plan, told: problems.map(({ path, message }) => `${path}: ${message}`) };
  };

  it("have the nodes of whole engines, close to each other", () => {
    const { plan } = big({ efa: true });
    expect(plan?.nodeGroups?.nodes).toMatchObject({
      scaling: { min: 8, max: 8, desired: 8 },
      placementGroup: "own",
    });
    expect(plan?.totals.nodes).toBe(8);
    expect(plan?.pools.serve?.usdPerHour).toBeGreaterThan(0);
  });

  it.each<[Record<string, unknown>, string]>([
    [
      { max: 10 },
      "platform.nodes.max: an engine needs 4 nodes (nodesPerReplica), and 10 leave 2 of them idle. Use 8 or 12.",
    ],
    [
      { min: 3 },
      "platform.nodes.min: an engine needs 4 nodes (nodesPerReplica), and 3 leave 3 of them idle. Use 0 or 4.",
    ],
    [
      { max: 16, desired: 9, min: 8 },
      "platform.nodes.desired: an engine needs 4 nodes (nodesPerReplica), and 9 leave 1 of them idle. Use 8 or 12.",
    ],
    [
      { efa: false, placementGroup: false, subnets: [{ zone: "us-east-1a" }, { zone: "us-east-1b" }] },
      "platform.nodes.subnetIds: lie in us-east-1a and us-east-1b, but the nodes of one engine must lie in one availability zone.",
    ],
    [
      { capacity: { kind: "capacity-block" }, placementGroup: true },
      "platform.nodes.placementGroup: nodes of a Capacity Block are close to each other already",
    ],
  ])("are told of %j", (group, start) => {
    const { told } = big({ efa: true, ...group }, group.max === 16 ? { replicas: 4 } : {});
    expect(told).toHaveLength(1);
    expect(told[0]?.startsWith(start), told[0]).toBe(true);
  });

  it("are warned where their nodes' adapters are left unused", () => {
    const warnings = (group: object) => big(group).plan?.warnings.filter(({ path }) => path === "platform.nodes.efa");
    expect(warnings({})?.[0]?.message).toContain("would talk over TCP although a p5.48xlarge has 32");
    expect(warnings({ efa: true })).toEqual([]);
  });
});
