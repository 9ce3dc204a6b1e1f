import { describe, expect, it } from "vitest";
import { findInstance, instanceTypes } from "../hardware";
import { Explanations, type Problem } from "../plan";
import type { NodeGroupSpec } from "./args";
import { planNodeGroup } from "./nodeGroup";
import type { GroupNeed } from "./scaling";

function planned(spec: Partial<NodeGroupSpec>, need?: GroupNeed) {
  const why = new Explanations();
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const plan = planNodeGroup({ instanceType: "p5.48xlarge", ...spec }, need, { why, problems, warnings });
  return { plan, why: why.all, warnings, messages: problems.map(({ path, message }) => `${path}: ${message}`) };
}

/** The plan of arguments that must be right. */
function plan(spec: Partial<NodeGroupSpec>, need?: GroupNeed) {
  const { plan, messages } = planned(spec, need);
  expect(messages).toEqual([]);
  if (!plan) throw new Error("no plan");
  return plan;
}

describe("interfaces", () => {
  it("are none without EFA: EKS attaches its own", () => {
    expect(plan({})).toMatchObject({ networkInterfaces: [], efaInterfaces: 0, placementGroup: "none" });
  });

  it("of a p5.48xlarge are one for IP and an adapter on each of 32 cards", () => {
    const { networkInterfaces, efaInterfaces } = plan({ efa: true });
    expect(efaInterfaces).toBe(32);
    expect(networkInterfaces.slice(0, 3)).toEqual([
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
      { networkCardIndex: 0, deviceIndex: 1, interfaceType: "efa-only" },
      { networkCardIndex: 1, deviceIndex: 0, interfaceType: "efa-only" },
    ]);
    expect(networkInterfaces).toHaveLength(33);
  });

  it("of a p6-b300 leave the first card, which has no adapter, to IP", () => {
    const { networkInterfaces, efaInterfaces } = plan({ instanceType: "p6-b300.48xlarge", efa: true });
    expect(efaInterfaces).toBe(16);
    expect(networkInterfaces.filter(({ networkCardIndex }) => networkCardIndex === 0)).toEqual([
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
    ]);
  });

  it("of a p6e-gb200 take turns, and are told to be unconfirmed", () => {
    const { plan: gb200, warnings } = planned({ instanceType: "p6e-gb200.36xlarge", efa: true });
    expect(gb200?.networkInterfaces.slice(0, 3).map(({ interfaceType }) => interfaceType)).toEqual([
      "efa",
      "efa-only",
      "efa",
    ]);
    expect(warnings.map(({ path }) => path)).toEqual(["instanceType", "efa"]);
  });

  const withAdapters = instanceTypes().filter((type) => findInstance(type)?.efaInterfaceLayout);
  it.each(withAdapters)("of a %s begin with IP on card 0 and put each device on one card once", (instanceType) => {
    const { plan: group, messages } = planned({
      instanceType,
      efa: true,
      customAmi: findInstance(instanceType)?.eksAmiTypes[0] === "CUSTOM",
    });
    expect(messages).toEqual([]);
    const all = group?.networkInterfaces ?? [];
    expect(all[0]).toMatchObject({ networkCardIndex: 0, deviceIndex: 0 });
    expect(all[0]?.interfaceType).not.toBe("efa-only");
    expect(new Set(all.map((one) => `${one.networkCardIndex}/${one.deviceIndex}`)).size).toBe(all.length);
    expect(group?.efaInterfaces).toBe(findInstance(instanceType)?.efaInterfaces);
  });

  it("of the user's own are taken when EC2 would take them", () => {
    const interfaces = [
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: "efa" },
      { networkCardIndex: 1, deviceIndex: 1, interfaceType: "efa-only" },
    ] as const;
    expect(plan({ efa: { interfaces: [...interfaces] } }).networkInterfaces).toEqual(interfaces);
  });
});

describe("what follows from the instance type and its capacity", () => {
  it("is told", () => {
    expect(plan({ min: 2, max: 4, capacity: { kind: "capacity-block" }, efa: true })).toMatchObject({
      gpusPerNode: 8,
      maxGpus: 32,
      scaling: { min: 2, max: 4, desired: 2 },
      amiType: "AL2023_x86_64_NVIDIA",
      placementGroup: "none",
      localStorage: "raid0",
      disk: { deviceName: "/dev/xvda", sizeGiB: 200, iops: 3000, throughputMiBps: 500 },
      updates: { maxUnavailable: 1, percent: false, strategy: "MINIMAL" },
      metadataHops: 1,
      nodeRepair: true,
      labels: { "nvidia.com/gpu.present": "true" },
      taints: [{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }],
    });
  });

  it("puts nodes with EFA close to each other, unless a reservation says where they are", () => {
    const kind = (spec: Partial<NodeGroupSpec>) => plan({ efa: true, ...spec }).placementGroup;
    expect(kind({})).toBe("own");
    expect(kind({ capacity: { kind: "spot" } })).toBe("own");
    expect(kind({ placementGroup: false })).toBe("none");
    expect(kind({ capacity: { kind: "reservation" } })).toBe("none");
    expect(kind({ capacity: { kind: "reservation" }, placementGroup: "existing" })).toBe("existing");
  });

  it("uses Bottlerocket's second volume, and leaves NVIDIA's label away, since it brings the device plugin", () => {
    const { disk, labels } = plan({ amiType: "BOTTLEROCKET_x86_64_NVIDIA_FIPS", labels: { team: "a" } });
    expect([disk.deviceName, labels]).toEqual(["/dev/xvdb", { team: "a" }]);
  });

  it("leaves disks and image of the user's own AMI to its user data", () => {
    expect(plan({ instanceType: "g7.2xlarge", customAmi: true })).toMatchObject({
      amiType: "CUSTOM",
      localStorage: "none",
    });
  });

  it("replaces a user's list of taints, and takes percent", () => {
    expect(plan({ taints: [], updates: { maxUnavailablePercentage: 25 } })).toMatchObject({
      taints: [],
      updates: { maxUnavailable: 25, percent: true, strategy: "DEFAULT" },
    });
  });
});

describe("the size", () => {
  const size = (spec: Partial<NodeGroupSpec>, nodes?: number) =>
    Object.values(plan(spec, nodes === undefined ? undefined : { nodes, gpus: nodes * 8 }).scaling);
  it.each<[Partial<NodeGroupSpec>, number | undefined, number[]]>([
    [{}, undefined, [1, 1, 1]],
    [{ min: 0 }, undefined, [0, 1, 0]],
    [{}, 3, [3, 3, 3]],
    [{ max: 5 }, 3, [3, 5, 3]],
    [{ min: 1 }, 3, [1, 3, 3]],
    [{ min: 4 }, 3, [4, 4, 4]],
    [{ min: 0, max: 4, desired: 0 }, 3, [0, 4, 0]],
    [{ max: 2 }, 3, [2, 2, 2]],
  ])("%j for %s nodes is %j", (spec, nodes, expected) => expect(size(spec, nodes)).toEqual(expected));
});

describe("the number of nodes", () => {
  it.each<[string, Partial<NodeGroupSpec>, number | undefined, boolean]>([
    ["is kept within a range", { max: 5 }, undefined, true],
    ["is kept in a service's group whose range is given", { min: 1 }, 3, true],
    ["follows where there is one number", { min: 2, max: 2 }, undefined, false],
    ["follows what a service needs", {}, 3, false],
    // else one engine more would be a minimum above the number, which EKS refuses
    ["follows what a service needs, also below a maximum", { max: 5 }, 3, false],
  ])("%s", (_, spec, nodes, kept) =>
    expect(plan(spec, nodes === undefined ? undefined : { nodes, gpus: nodes * 8 }).keepsSize).toBe(kept),
  );
});

describe("the cost", () => {
  const cost = (spec: Partial<NodeGroupSpec>) => plan({ min: 2, max: 4, ...spec }).cost;
  it("runs from the fewest to the most nodes, with day and region", () => {
    const listed = { usdPerHour: { min: 110.08, max: 220.16 }, priceDate: "2026-07-20", priceRegion: "us-east-1" };
    expect(cost({})).toEqual(listed);
    expect(cost({ capacity: { kind: "reservation" } })).toEqual(listed);
    expect(cost({ min: 0 }).usdPerHour).toEqual({ min: 0, max: 220.16 });
  });

  it("is not known, and not zero, of spot capacity, of a Capacity Block and of a type without price", () => {
    const unknown = { usdPerHour: null, priceDate: null, priceRegion: null };
    expect(cost({ capacity: { kind: "spot" } })).toEqual(unknown);
    expect(cost({ capacity: { kind: "capacity-block" } })).toEqual(unknown);
    expect(cost({ instanceType: "p5e.48xlarge" })).toEqual(unknown);
    const { why } = planned({ capacity: { kind: "spot" } });
    expect(why.find(({ path }) => path === "cost.usdPerHour.max")).toMatchObject({
      value: null,
      reason: "the price of spot capacity varies",
    });
  });
});
