import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "../../cluster/pulumi/pulumi";
import { token } from "../resources/tokens";
import { type Given, give } from "../scenario/given";
import { awsStack, ids, patience } from "../scenario/stack";
import { type Started, startSidecar } from "../sidecar/start";
import { made, order, steps } from "./engine";
import { reservationId } from "./given";

const block = {
  instanceType: "p5.48xlarge",
  efa: true,
  min: 2,
  max: 4,
  capacity: { kind: "capacity-block", reservationId },
};
const range = { instanceType: "g6e.12xlarge", min: 1, max: 3 };
const near = { instanceType: "p5en.48xlarge", efa: true, min: 1, max: 1 };
/** The stack, the groups' components, and for each a role, three policies, template and group; two security groups and a placement group. */
const total = 1 + 3 + 3 * 6 + 3;

let started: Started;
let given: Given;
let stack: Stack;
let first: Map<string, string>;

beforeAll(async () => {
  started = await startSidecar();
  given = await give(started.sidecar);
  stack = await awsStack("library", started.sidecar, { given, groups: { block, range, near } });
}, patience);
afterAll(async () => {
  stack?.remove();
  await started?.stop();
});

const change = async (groups: object) => {
  await stack.configure({ groups });
  return stack.up();
};
const moved = async () => {
  const now = await ids(stack);
  return [...first.keys()].filter((key) => now.get(key) !== first.get(key)).sort();
};

/** A group as moto has it. */
async function nodeGroup(name: string) {
  const id = (await ids(stack)).get(`${token.nodeGroup}::${name}`) as string;
  const [clusterName, nodegroupName] = id.split(":");
  const call = { service: "eks", operation: "DescribeNodegroup", params: { clusterName, nodegroupName } } as const;
  return (await started.sidecar.call(call)).result?.nodegroup as Record<string, unknown>;
}

// one stack goes through them: each `it` begins where the one before ended
describe.sequential("node groups on the real engine", { timeout: patience }, () => {
  it("are previewed, and made", async () => {
    expect((await stack.preview()).changes).toEqual({ "to create": total });
    expect((await stack.up()).changes).toEqual({ created: total });
    first = await ids(stack);
    expect(await nodeGroup("block")).toMatchObject({
      capacityType: "CAPACITY_BLOCK",
      amiType: "AL2023_x86_64_NVIDIA",
      subnets: [given.subnetIds[0]],
      scalingConfig: { minSize: 2, maxSize: 4, desiredSize: 2 },
      launchTemplate: { id: first.get(`${token.launchTemplate}::block`), version: "1" },
    });
  });

  it("are in the cluster's own security group, which is looked up, and in EFA's", async () => {
    const template = (await made(started.sidecar)).find(({ id }) => id === first.get(`${token.launchTemplate}::block`));
    const interfaces = template?.inputs.networkInterfaces as { securityGroups: string[] }[];
    expect(interfaces.length).toBeGreaterThan(30);
    const both = [given.clusterSecurityGroupId, first.get(`${token.securityGroup}::block-efa`)];
    for (const { securityGroups } of interfaces) expect(securityGroups).toEqual(both);
  });

  it("stay as they are the second time", async () => {
    expect((await stack.up(["--expect-no-changes"])).changes).toEqual({ unchanged: total });
  });

  it("take another maximum in place", async () => {
    const { changes } = await change({ block, range: { ...range, max: 5 }, near });
    // the group and its component
    expect(changes).toEqual({ updated: 2, unchanged: total - 2 });
    expect(await moved()).toEqual([]);
    expect((await nodeGroup("range")).scalingConfig).toEqual({ minSize: 1, maxSize: 5, desiredSize: 1 });
  });

  it("keep their number of nodes within a range", async () => {
    const result = await change({ block, range: { ...range, max: 5, desired: 4 }, near });
    expect(steps(result).filter((step) => step.startsWith("NodeGroup"))).toEqual([]);
    expect((await nodeGroup("range")).scalingConfig).toMatchObject({ desiredSize: 1 });
  });

  it("have another number of nodes where minimum and maximum are one", async () => {
    const { changes } = await change({ block, range: { ...range, max: 5 }, near: { ...near, min: 2, max: 2 } });
    expect(changes).toEqual({ updated: 3, unchanged: total - 3 });
    expect(await moved()).toEqual([]);
    expect((await nodeGroup("near")).scalingConfig).toEqual({ minSize: 2, maxSize: 2, desiredSize: 2 });
  });

  it("take a template's change in place, as its next version", async () => {
    const disk = { sizeGiB: 300 };
    await change({ block, range: { ...range, max: 5, disk }, near: { ...near, min: 2, max: 2 } });
    expect(await moved()).toEqual([]);
    const id = first.get(`${token.nodeGroup}::range`);
    const group = (await made(started.sidecar)).find((one) => one.id === id);
    expect(group?.inputs.launchTemplate).toMatchObject({ version: "2" });
  });

  it("of another instance type stand before the old ones go", async () => {
    const result = await change({
      block,
      range: { ...range, max: 5, instanceType: "g6e.24xlarge" },
      near: { ...near, min: 2, max: 2, instanceType: "p5.48xlarge" },
    });
    for (const name of ["range", "near"]) {
      const wanted = [
        `LaunchTemplate ${name} created replacement`,
        `NodeGroup ${name} created replacement`,
        `NodeGroup ${name} deleted original`,
        `LaunchTemplate ${name} deleted original`,
      ];
      expect(order(result, ...wanted)).toEqual(wanted);
    }
    const anew = [token.launchTemplate, token.nodeGroup].flatMap((type) => [`${type}::near`, `${type}::range`]);
    expect(await moved()).toEqual(anew.sort());
  });

  it("of another capacity stand before the old ones go, with the next version of their template", async () => {
    first = await ids(stack);
    const result = await change({
      block: { ...block, capacity: { kind: "on-demand" }, placementGroup: false },
      range: { ...range, max: 5, instanceType: "g6e.24xlarge", capacity: { kind: "spot" } },
      near: { ...near, min: 2, max: 2, instanceType: "p5.48xlarge", capacity: { kind: "reservation", reservationId } },
    });
    for (const name of ["block", "range"]) {
      const wanted = [`NodeGroup ${name} created replacement`, `NodeGroup ${name} deleted original`];
      expect(order(result, ...wanted)).toEqual(wanted);
    }
    // a reservation is named in the template alone, and where its nodes are is its own
    const placement = `${token.placementGroup}::near-placement`;
    expect(await moved()).toEqual([placement, `${token.nodeGroup}::block`, `${token.nodeGroup}::range`]);
    expect((await ids(stack)).has(placement)).toBe(false);
  });

  it("go in an order that AWS accepts, and leave nothing", async () => {
    const { changes } = await stack.destroy();
    // the placement group went before
    expect(changes).toEqual({ deleted: total - 1 });
    expect(await made(started.sidecar)).toEqual([]);
  });
});
