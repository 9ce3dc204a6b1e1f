import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { InvalidArgsError } from "../../args";
import { eks } from "../eks";
import { GpuNodeGroup, type GpuNodeGroupArgs } from ".";

const args = { cluster: { name: "prod" }, subnetIds: ["subnet-1"], instanceType: "g6.12xlarge" };

/** What a group of wrong arguments is told. */
function told(over: object, name = "gpus"): string[] {
  try {
    new GpuNodeGroup(name, { ...args, ...over } as GpuNodeGroupArgs);
  } catch (error) {
    if (error instanceof InvalidArgsError) return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

describe("a wrong node group", () => {
  const cr = '"cr-0123456789abcdef0"';
  const own = { customAmi: { id: "ami-1", userData: "x" } };
  it.each<[string, object, string]>([
    [
      "a Capacity Block without its reservation",
      { instanceType: "p5.48xlarge", capacity: { kind: "capacity-block" } },
      `capacity.reservationId: must be text that is not empty, but it is missing. Give the id of the Capacity Block's reservation, for example ${cr}.`,
    ],
    [
      "a reservation without any",
      { capacity: { kind: "reservation" } },
      "capacity: needs either reservationId or resourceGroupArn. Give one of the two.",
    ],
    [
      "an unknown capacity",
      { capacity: { kind: "free" } },
      'capacity.kind: must have the kind "on-demand" or "spot" or "capacity-block" or "reservation", but it is "free".',
    ],
    [
      "no subnets",
      { subnetIds: [] },
      "subnetIds: must be a list of subnets, each an id or { id, availabilityZone }. Give at least one.",
    ],
    [
      "a size that is known only later",
      { max: pulumi.output(3) },
      "max: is known only when the program runs, but it decides what is created. Give a plain value, for example from the stack's configuration.",
    ],
    [
      "policies of a role that exists",
      { roleArn: "arn", policies: {} },
      "policies: has no effect on a role that exists. Leave it out, or leave out roleArn.",
    ],
    [
      "a security group for EFA without EFA",
      { efaSecurityGroupId: "sg-1" },
      "efaSecurityGroupId: has no effect without EFA. Leave it out, or give efa: true.",
    ],
    [
      "a version of an image of one's own",
      { ...own, version: "1.36" },
      "version: has no effect on an image of your own. Leave it out, or leave out customAmi.",
    ],
    [
      "an override that EKS refuses",
      { overrides: { launchTemplate: { iamInstanceProfile: {} } } },
      "overrides.launchTemplate.iamInstanceProfile: cannot be overridden: EKS refuses it here, or the group's own arguments say it. Leave it out.",
    ],
    ["tags that are a list", { tags: 3 }, "tags: must be an object, but it is 3."],
    ["one security group", { securityGroupIds: "sg-1" }, 'securityGroupIds: must be a list, but it is "sg-1".'],
    ["a taint that is no list", { taints: "x" }, 'taints: must be a list, but it is "x".'],
    ["a misspelled argument", { instances: 3 }, 'instances: is not an argument. Did you mean "instanceType"?'],
    [
      "a placement group by its name alone",
      { placementGroup: "close" },
      "placementGroup: must be true, false or { name }.",
    ],
  ])("%s", (_, over, message) => expect(told(over)).toEqual([message]));

  it("is told of its name and of everything else at once", () => {
    expect(
      told({ cluster: {}, instanceType: "p5.48xlrge", min: 2, max: 1 }, "no name").map((it) => it.split(":")[0]),
    ).toEqual(["name", "cluster.name", "min", "instanceType"]);
  });
});

describe("eks()", () => {
  it("needs nodes, and subnets for those that it is to make", () => {
    expect(() => eks({ cluster: { name: "prod" } })).toThrow(
      'nodes  is missing. Describe the GPU nodes, for example { instanceType: "g6e.12xlarge" }.',
    );
    expect(() =>
      eks({ cluster: { name: "prod" }, nodes: { instanceType: "a" }, pools: { decode: { instanceType: "b" } } }),
    ).toThrow("subnetIds  is missing, and nodes and pools.decode has none of its own. Give private subnets.");
  });

  it("is told when it has no arguments at all", () => {
    expect(() => eks(undefined as never)).toThrow('Platform "eks" cannot be planned');
  });
});
