import {
  Explanations,
  type NodeGroupPlan,
  type NodeGroupSpec,
  planNodeGroup,
  planReplicatedService,
  type ServingPlan,
} from "@sonar-iac/topology";
import { describe, expect, it } from "vitest";
import { fixturePlan } from "../../test-fixtures/plan";
import { type RecordedResource, Recording, type Wire } from "../recorder";
import { screenOf } from "../terminal/screen";
import { humanReport } from "./human";
import { makeReport } from "./report";

const pipe = screenOf({});
const type = "sonar:index:GpuNodeGroup";

/** A group that stands alone. */
function groupPlan(spec: NodeGroupSpec): NodeGroupPlan {
  const plan = planNodeGroup(spec, undefined, { why: new Explanations(), problems: [], warnings: [] });
  if (!plan) throw new Error("no plan");
  return plan;
}

/** A service that makes its nodes. */
function servicePlan(name: string, spec: NodeGroupSpec): ServingPlan {
  const { plan, problems } = planReplicatedService(name, {
    platform: { nodes: {}, nodeGroups: { nodes: { spec } } },
    model: { source: "org/model", revision: "0123456789abcdef0123456789abcdef01234567" },
    replicas: 2,
    parallelism: { tensor: 8 },
  });
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}

function reportOf(...components: { type: string; name: string; plan: unknown; parent?: string }[]) {
  const made = new Recording("app", "dev");
  for (const { type, name, plan, parent = "urn::stack" } of components) {
    const options = {} as RecordedResource["options"];
    const inputs = { plan: plan as Wire };
    made.add({ urn: `urn::${type}::${name}`, type, name, parent, kind: "component", inputs, outputs: {}, options });
  }
  return makeReport(made);
}

/** A service with its own node group. */
const withNodes = (name: string, spec: NodeGroupSpec) => {
  const plan = servicePlan(name, spec);
  return [
    { type: "sonar:index:ReplicatedService", name, plan },
    {
      type,
      name: `${name}-nodes`,
      plan: plan.nodeGroups?.nodes,
      parent: `urn::sonar:index:ReplicatedService::${name}`,
    },
  ];
};

const h100: NodeGroupSpec = { instanceType: "p5.48xlarge", max: 4 };
const block: NodeGroupSpec = { ...h100, efa: true, capacity: { kind: "capacity-block" } };

describe("the price of node groups", () => {
  it("runs from the fewest to the most nodes of all groups", () => {
    const { totals, nodeGroups } = reportOf(...withNodes("a", h100), ...withNodes("b", { ...h100, min: 0 }));
    expect(totals).toMatchObject({ usdPerHour: 220.16, usdPerHourRange: { min: 110.08, max: 440.32 } });
    expect(Object.keys(nodeGroups ?? {})).toEqual(["a-nodes", "b-nodes"]);
  });

  it("has the nodes that exist for other services in it", () => {
    const other = { type: "sonar:index:ReplicatedService", name: "c", plan: fixturePlan("c") };
    expect(reportOf(...withNodes("a", h100), other).totals.usdPerHourRange).toEqual({ min: 119.28, max: 229.36 });
  });

  it("is not known when a part is not known, and never zero", () => {
    const { totals } = reportOf(...withNodes("a", h100), ...withNodes("b", block));
    expect(totals).toMatchObject({ usdPerHour: null, usdPerHourRange: null });
  });

  it("is that of the groups where no service is", () => {
    const alone = { type, name: "gpus", plan: groupPlan({ ...h100, min: 1 }) };
    expect(reportOf(alone).totals.usdPerHourRange).toEqual({ min: 55.04, max: 220.16 });
    expect(reportOf().totals).not.toHaveProperty("usdPerHourRange");
  });
});

describe("what people read", () => {
  const lines = (...components: Parameters<typeof reportOf>) => humanReport(reportOf(...components), pipe).split("\n");

  it("names the group, its capacity, its reach and its price", () => {
    const text = lines(...withNodes("a", h100));
    expect(text[0]).toContain("110.08 to 220.16 USD/h");
    expect(text[1]).toMatch(/^├─ nodes +2 to 4 × p5\.48xlarge +on demand, at most 32 GPUs, 110\.08 to 220\.16 USD\/h$/);
    expect(text).toContain(
      "The price is the on-demand list price of the GPU nodes, from the fewest to the most, in us-east-1, as of 2026-07-20.",
    );
  });

  it("says why a price is not known", () => {
    const text = lines(...withNodes("a", block));
    expect(text[0]).toContain("price unknown");
    expect(text[1]).toContain("of a Capacity Block, 32 EFA interfaces each, at most 32 GPUs, price unknown");
    expect(text).toContain(
      "The price of the GPU nodes is not known: a Capacity Block is paid when it is bought, at a price of its own.",
    );
  });

  it("has a line for a group that stands alone, and none beside a service's own", () => {
    const plan = groupPlan({ ...h100, max: 1, capacity: { kind: "spot" } });
    const text = lines(...withNodes("a", h100), { type, name: "gpus", plan });
    expect(text.filter((line) => line.includes("GpuNodeGroup  "))).toEqual([
      "gpus  GpuNodeGroup  1 × p5.48xlarge: spot, at most 8 GPUs, price unknown",
    ]);
  });
});
