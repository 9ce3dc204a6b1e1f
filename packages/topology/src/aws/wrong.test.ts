import { describe, expect, it } from "vitest";
import { Explanations, type Problem } from "../plan";
import type { NodeGroupSpec } from "./args";
import { planNodeGroup } from "./nodeGroup";

/** What a group of these arguments is told. */
function told(spec: object) {
  const problems: Problem[] = [];
  const notes = { why: new Explanations(), problems, warnings: [] };
  planNodeGroup({ instanceType: "p5.48xlarge", ...spec } as NodeGroupSpec, undefined, notes);
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

const block = { capacity: { kind: "capacity-block" } };
const reservation = { capacity: { kind: "reservation" } };

describe("a wrong node group", () => {
  it.each<[string, object, string]>([
    [
      "a type that is unknown",
      { instanceType: "p5.48xlrge" },
      'instanceType: "p5.48xlrge" is not an EC2 instance type with GPUs that is known. Did you mean p5.48xlarge?',
    ],
    [
      "a type without GPUs",
      { instanceType: "m7i.large" },
      'instanceType: "m7i.large" is not an EC2 instance type with GPUs that is known. Use a type with GPUs, for example g6.2xlarge or p5.48xlarge.',
    ],
    [
      "a type without images of EKS",
      { instanceType: "g7.2xlarge" },
      "instanceType: no AMI of EKS has drivers for the GPUs of a g7.2xlarge. Give customAmi: { id, userData } with an image of your own, or use another instance type.",
    ],
    [
      "EFA of a type without it",
      { instanceType: "g6.2xlarge", efa: true },
      "efa: a g6.2xlarge has no Elastic Fabric Adapter. Leave efa out, or use a larger type of the family, or p5.48xlarge.",
    ],
    [
      "EFA over two zones",
      { efa: true, subnets: [{ zone: "us-east-1a" }, { zone: "us-east-1b" }] },
      "subnetIds: lie in us-east-1a and us-east-1b, but adapters talk only in one availability zone. Give the subnets of one zone, and a group for each other.",
    ],
    [
      "EFA over subnets of unstated zones",
      { efa: true, subnets: [{}, { zone: "us-east-1b" }] },
      "subnetIds: are 2 subnets whose zones are not stated, but adapters talk only in one availability zone. Give one subnet, or each with its zone: { id, availabilityZone }.",
    ],
    [
      "a Capacity Block over two zones",
      { ...block, subnets: [{ zone: "us-east-1a" }, { zone: "us-east-1b" }] },
      "subnetIds: lie in us-east-1a and us-east-1b, but a Capacity Block lies in one availability zone. Give the subnets of one zone, and a group for each other.",
    ],
    [
      "a placement group over subnets of unstated zones",
      { placementGroup: true, subnets: [{}, {}] },
      "subnetIds: are 2 subnets whose zones are not stated, but a placement group lies in one availability zone. Give one subnet, or each with its zone: { id, availabilityZone }.",
    ],
    [
      "a Capacity Block of a type that has none",
      { ...block, instanceType: "g6e.12xlarge" },
      "capacity: Capacity Blocks of a g6e.12xlarge are not sold. Use on-demand or a reservation, or one of p4d.24xlarge, p4de.24xlarge, p5.48xlarge, p5.4xlarge, p5e.48xlarge, p5en.48xlarge, p6-b200.48xlarge, p6-b300.48xlarge, p6e-gb200.36xlarge.",
    ],
    ["more at least than at most", { min: 3, max: 2 }, "min: 3 is more than max, which is 2. Raise max, or lower min."],
    [
      "a beginning outside",
      { min: 1, max: 2, desired: 3 },
      "desired: 3 is not from 1 to 2 (min and max). Give a number between, or leave it out.",
    ],
    [
      "a placement group in a Capacity Block",
      { ...block, efa: true, placementGroup: true },
      "placementGroup: nodes of a Capacity Block are close to each other already, and with a placement group none can be started. Leave it out.",
    ],
    [
      "a new placement group for a reservation",
      { ...reservation, placementGroup: true },
      "placementGroup: capacity that was reserved outside of a placement group does not come up inside of a new one. Leave it out, or name the reservation's own: { name }.",
    ],
    [
      "an AMI type of another processor",
      { amiType: "AL2023_ARM_64_NVIDIA" },
      "amiType: AL2023_ARM_64_NVIDIA does not run on a p5.48xlarge (x86_64). Use AL2023_x86_64_NVIDIA or BOTTLEROCKET_x86_64_NVIDIA, or leave it out.",
    ],
    [
      "an AMI type beside an image",
      { amiType: "AL2023_x86_64_NVIDIA", customAmi: true },
      "amiType: has no effect on an image of your own. Leave it out, or leave out customAmi.",
    ],
    [
      "RAID of disks that are not there",
      { instanceType: "g5g.xlarge", localStorage: "raid0" },
      "localStorage: a g5g.xlarge has no NVMe disks. Leave it out.",
    ],
    [
      "a disk with too few operations",
      { disk: { throughputMiBps: 1000, iops: 3000 } },
      "disk.iops: 3000 operations per second are too few for 1000 MiB/s: a gp3 volume needs 4000. Raise iops, or lower throughputMiBps.",
    ],
    [
      "a disk that is too small for its operations",
      { disk: { sizeGiB: 20, iops: 16_000 } },
      "disk.sizeGiB: 20 GiB are too few for 16000 operations per second: gp3 has at most 500 for each GiB. Use 32 GiB.",
    ],
    [
      "two ways to say how many at once",
      { updates: { maxUnavailable: 1, maxUnavailablePercentage: 10 } },
      "updates.maxUnavailablePercentage: stands beside maxUnavailable. Give one of the two.",
    ],
    [
      "a label of EKS",
      { labels: { "eks.amazonaws.com/nodegroup": "x" } },
      "labels.eks.amazonaws.com/nodegroup: belongs to EKS. Use another name.",
    ],
    [
      "a label of Kubernetes",
      { labels: { "node-role.kubernetes.io/gpu": "" } },
      "labels.node-role.kubernetes.io/gpu: belongs to Kubernetes. Use another name.",
    ],
    ["a misspelled argument", { instancetype: "x" }, 'instancetype: is not an argument. Did you mean "instanceType"?'],
    [
      "an unknown kind of capacity",
      { capacity: { kind: "odcr" } },
      'capacity.kind: must have the kind "on-demand" or "spot" or "capacity-block" or "reservation", but it is "odcr".',
    ],
    [
      "interfaces that begin elsewhere",
      { efa: { interfaces: [{ networkCardIndex: 1, deviceIndex: 0, interfaceType: "efa" }] } },
      'efa.interfaces[0]: the first interface carries IP traffic: it is device 0 of card 0, of type "interface" or "efa".',
    ],
  ])("%s", (_, spec, message) => expect(told(spec)).toEqual([message]));

  it("with interfaces that the instance type does not have is told each", () => {
    const interfaces = [
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: "efa" },
      { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
      { networkCardIndex: 17, deviceIndex: 0, interfaceType: "efa-only" },
    ];
    expect(told({ instanceType: "p6-b300.48xlarge", efa: { interfaces } })).toEqual([
      'efa.interfaces[0].interfaceType: card 0 of a p6-b300.48xlarge has no Elastic Fabric Adapter. Use "interface" there.',
      "efa.interfaces[1]: is the same card and device as [0]. Give each its own.",
      "efa.interfaces[2].networkCardIndex: a p6-b300.48xlarge has 17 network cards: 0 to 16. Use one of them.",
    ]);
  });

  it("is told everything at once, of shape and of rules", () => {
    expect(
      told({ ...block, instanceType: "g6.2xlarge", min: "2", efa: true, subnets: [{}, {}], disk: { size: 3 } }).map(
        (message) => message.split(":")[0],
      ),
    ).toEqual(["min", "disk.size", "subnetIds", "capacity", "efa"]);
  });
});
