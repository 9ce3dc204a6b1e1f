import { findInstance, type NodeGroupPlan, priceOf } from "@sonar-iac/topology";
import { beforeAll, describe, expect, it } from "vitest";
import { sonar } from "./sonar";

interface Seen {
  resources: { type: string; name: string; inputs: Record<string, unknown> }[];
  nodeGroups: Record<string, NodeGroupPlan>;
  totals: { usdPerHour: number | null; usdPerHourRange?: { min: number; max: number } | null };
}

/** The preview of an example, without a cloud. */
async function preview(example: string): Promise<Seen> {
  const { stdout, stderr } = await sonar("preview", `examples/${example}`, "--json");
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}
const inputs = ({ resources }: Seen, type: string) =>
  resources.filter((one) => one.type === type).map((one) => one.inputs);

describe("examples/eks-p5-capacity-block", () => {
  let seen: Seen;
  beforeAll(async () => {
    seen = await preview("eks-p5-capacity-block");
  }, 60_000);

  it("has a launch template with the interfaces of the table: one for IP, and one adapter on each of 32 cards", () => {
    const [template] = inputs(seen, "aws:ec2/launchTemplate:LaunchTemplate");
    const interfaces = template?.networkInterfaces as Record<string, unknown>[];
    expect(interfaces).toMatchObject(findInstance("p5.48xlarge")?.efaInterfaceLayout ?? []);
    expect(interfaces).toHaveLength(33);
    expect(interfaces.filter(({ interfaceType }) => interfaceType === "efa-only")).toHaveLength(32);
    expect(template).toMatchObject({
      instanceMarketOptions: { marketType: "capacity-block" },
      capacityReservationSpecification: {
        capacityReservationTarget: { capacityReservationId: "cr-0123456789abcdef0" },
      },
    });
    expect(inputs(seen, "aws:ec2/placementGroup:PlacementGroup")).toEqual([]);
  });

  it("does not know what a Capacity Block costs, and says so", () => {
    expect(seen.totals).toMatchObject({ usdPerHour: null, usdPerHourRange: null });
    expect(seen.nodeGroups["llama-nodes"]).toMatchObject({ maxGpus: 32, cost: { usdPerHour: null, priceDate: null } });
  });
});

describe("examples/eks-replicated", () => {
  it("costs what its fewest to its most nodes cost, on the day of the price list", async () => {
    const seen = await preview("eks-replicated");
    const price = priceOf("g6e.12xlarge");
    const usd = (nodes: number) => Math.round((price?.usdPerHour ?? Number.NaN) * nodes * 1000) / 1000;
    expect(seen.totals.usdPerHourRange).toEqual({ min: usd(2), max: usd(4) });
    expect(seen.nodeGroups["qwen3-nodes"]?.cost).toEqual({
      usdPerHour: { min: usd(2), max: usd(4) },
      priceDate: price?.date,
      priceRegion: "us-east-1",
    });
    expect(inputs(seen, "aws:eks/nodeGroup:NodeGroup")).toHaveLength(1);
  }, 60_000);
});
