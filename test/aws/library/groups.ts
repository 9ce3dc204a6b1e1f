import type { CapacityArgs, GpuNodeGroupArgs } from "@sonar-iac/pulumi/aws";
import { findInstance, instanceTypes } from "@sonar-iac/topology";
import {
  cluster,
  first,
  kmsKeyArn,
  oneZone,
  policy,
  reservationId,
  resourceGroupArn,
  roleArn,
  subnetIds,
} from "./given";

const capacities: Record<string, CapacityArgs> = {
  "on demand": { kind: "on-demand" },
  spot: { kind: "spot" },
  "a Capacity Block": { kind: "capacity-block", reservationId },
  "a reservation": { kind: "reservation", reservationId },
  "a resource group of reservations": { kind: "reservation", resourceGroupArn },
};
const types = ["p5.48xlarge", "p5en.48xlarge", "p6-b300.48xlarge"];

/** Every way to get nodes, of types that lay out their adapters differently, with and without them. */
const nodes = Object.entries(capacities).flatMap(([name, capacity]) =>
  types.flatMap((instanceType) =>
    [false, true].map((efa): [string, GpuNodeGroupArgs] => {
      const args = { cluster, subnetIds: [first], min: 1, max: 3, instanceType, capacity, efa };
      return [`${instanceType}, ${name}, ${efa ? "EFA" : "no EFA"}`, args];
    }),
  ),
);

const customAmi = { id: "ami-0c1a57e4000000001", userData: "#!/bin/sh\n" };

/** The adapters of every other type that has any, with an image that fits all. */
const layouts = instanceTypes()
  .filter((type) => !types.includes(type) && (findInstance(type)?.efaInterfaces ?? 0) > 0)
  .map((instanceType): [string, GpuNodeGroupArgs] => [
    `${instanceType}, EFA`,
    { cluster, subnetIds: [first], instanceType, efa: true, customAmi },
  ]);

const plain = { cluster, subnetIds, instanceType: "g6e.12xlarge" };
const bottlerocket = { ...plain, amiType: "BOTTLEROCKET_x86_64_NVIDIA" as const };
const adapters = { ...plain, subnetIds: oneZone, instanceType: "p5.48xlarge", efa: true };
const tags = { owner: "llm", "cost-centre": "42" };

const more: Record<string, GpuNodeGroupArgs> = {
  "nothing but what must be": plain,
  "no nodes yet": { ...plain, min: 0, desired: 0, max: 4 },
  "disks of the instance left alone": { ...plain, localStorage: "none" },
  "a type without disks of its own": { ...plain, instanceType: "p5.4xlarge", localStorage: "none" },
  "a processor of another kind": { ...plain, instanceType: "g5g.16xlarge" },
  Bottlerocket: bottlerocket,
  "Bottlerocket, disks of the instance left alone": { ...bottlerocket, localStorage: "none" },
  "the largest volume": { ...plain, disk: { sizeGiB: 65_536, iops: 80_000, throughputMiBps: 2000 } },
  "a volume with a key": { ...plain, kmsKeyArn, disk: { sizeGiB: 20 } },
  "interfaces of one's own": {
    ...adapters,
    efa: {
      interfaces: [
        { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" },
        { networkCardIndex: 1, deviceIndex: 0, interfaceType: "efa-only" },
      ],
    },
  },
  "EFA's security group given": { ...adapters, efaSecurityGroupId: "sg-0c1a57e4000000002" },
  "more security groups, with EFA": { ...adapters, securityGroupIds: ["sg-0c1a57e4000000003"] },
  "more security groups, without EFA": { ...plain, securityGroupIds: ["sg-0c1a57e4000000003"] },
  "a placement group of its own without EFA": { ...plain, subnetIds: [first], placementGroup: true },
  "a placement group given": { ...adapters, placementGroup: { name: "close" } },
  "no placement group": { ...adapters, placementGroup: false },
  "a role given": { ...plain, roleArn },
  "policies given": {
    ...plain,
    policies: {
      worker: policy("AmazonEKSWorkerNodePolicy"),
      ecr: policy("AmazonEC2ContainerRegistryReadOnly"),
      ssm: policy("AmazonSSMManagedInstanceCore"),
    },
  },
  "an image of one's own": {
    ...adapters,
    customAmi,
    labels: { team: "llm" },
    taints: [],
  },
  "versions given": { ...plain, version: "1.36", releaseVersion: "1.36.0-20260801" },
  "labels and taints": {
    ...plain,
    labels: { team: "llm", "example.com/tier": "gold" },
    taints: [
      { key: "team", value: "llm", effect: "NoExecute" },
      { key: "example.com/spare", effect: "PreferNoSchedule" },
    ],
  },
  "updates by number": { ...plain, max: 9, updates: { maxUnavailable: 3, strategy: "MINIMAL" } },
  "updates by share": { ...plain, max: 9, updates: { maxUnavailablePercentage: 33, strategy: "DEFAULT" } },
  "no repair, pods at the metadata": { ...plain, nodeRepair: false, metadataHops: 2 },
  "tags on everything": { ...adapters, tags },
  "tags without EFA": { ...plain, tags },
  overrides: {
    ...plain,
    overrides: {
      launchTemplate: { ebsOptimized: "true", monitoring: { enabled: true } },
      nodeGroup: { forceUpdateVersion: true },
    },
  },
};

/** Node groups that the library makes: each argument in each of its forms. */
export const groups = new Map<string, GpuNodeGroupArgs>([...nodes, ...layouts, ...Object.entries(more)]);
