import * as aws from "@pulumi/aws";
import type * as pulumi from "@pulumi/pulumi";
import { GpuNodeGroup, type GpuNodeGroupArgs } from "@sonar-iac/pulumi/aws";
import { findInstance } from "@sonar-iac/topology";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { deploy, type Registration, unknown } from "../harness";
import { groups } from "./groups";

/** Every argument that may be known only later, unknown. */
function later(args: GpuNodeGroupArgs): GpuNodeGroupArgs {
  const name = () => unknown() as pulumi.Output<string>;
  const { capacity, subnetIds } = args;
  const late = { reservationId: name() };
  return {
    ...args,
    cluster: { name: name(), securityGroupId: name(), vpcId: name() },
    subnetIds: Array.isArray(subnetIds) && subnetIds.length === 1 ? [name()] : (unknown() as pulumi.Output<string[]>),
    ...(capacity && "reservationId" in capacity && { capacity: { ...capacity, ...late } }),
    ...(args.roleArn !== undefined && { roleArn: name() }),
    ...(args.customAmi && { customAmi: { id: name(), userData: name() } }),
  };
}

describe.each(Object.entries(groups))("GpuNodeGroup: %s", (_, args) => {
  componentContract(
    "gpus",
    (opts) => new GpuNodeGroup("gpus", args, opts),
    (opts) => new GpuNodeGroup("gpus", later(args), opts),
  );
});

type Inputs = Record<string, unknown>;

/** What a group makes, by the last part of its type. */
async function made(name: string, args = groups[name], options = {}) {
  if (!args) throw new Error(`no group "${name}"`);
  const { resources } = await deploy(() => void new GpuNodeGroup("gpus", args), options);
  const all = (kind: string) => resources.filter(({ type }) => type.endsWith(`:${kind}`));
  const one = (kind: string) => {
    const [first, second] = all(kind);
    if (!first || second) throw new Error(`not one ${kind}`);
    return first;
  };
  return { all, one, template: one("LaunchTemplate").inputs, group: one("NodeGroup").inputs };
}

const text = (template: Inputs) => Buffer.from(String(template.userData), "base64").toString();

describe("a launch template", () => {
  it("of a Capacity Block names the reservation and its market, has every interface of the table, and no placement group", async () => {
    const { template, group, all } = await made("a Capacity Block with EFA");
    expect(template).toMatchObject({
      instanceType: "p5.48xlarge",
      instanceMarketOptions: { marketType: "capacity-block" },
      capacityReservationSpecification: { capacityReservationTarget: { capacityReservationId: "cr-1" } },
    });
    expect(template).not.toHaveProperty("placement");
    expect(all("PlacementGroup")).toEqual([]);
    expect(group).toMatchObject({
      capacityType: "CAPACITY_BLOCK",
      scalingConfig: { minSize: 2, maxSize: 4, desiredSize: 2 },
      updateConfig: { maxUnavailable: 1, updateStrategy: "MINIMAL" },
    });
    const interfaces = template.networkInterfaces as Inputs[];
    const laidOut = interfaces.map(({ networkCardIndex, deviceIndex, interfaceType }) => ({
      networkCardIndex,
      deviceIndex,
      interfaceType,
    }));
    expect(laidOut).toEqual(findInstance("p5.48xlarge")?.efaInterfaceLayout);
    for (const one of interfaces) expect(one.securityGroups).toEqual(["sg-cluster", "gpus-efa-abc123-id"]);
    expect(template).not.toHaveProperty("vpcSecurityGroupIds");
  });

  it("of a reservation names it, and the group stays on demand", async () => {
    const { template, group } = await made("a reservation");
    expect(template.capacityReservationSpecification).toEqual({
      capacityReservationTarget: { capacityReservationId: "cr-2" },
    });
    expect(template).not.toHaveProperty("instanceMarketOptions");
    expect(template.placement).toEqual({ groupName: "close" });
    expect(group.capacityType).toBe("ON_DEMAND");
    const several = await made("a resource group of reservations");
    expect(several.template.capacityReservationSpecification).toEqual({
      capacityReservationTarget: {
        capacityReservationResourceGroupArn: "arn:aws:resource-groups:us-east-1:1:group/gpus",
      },
    });
  });

  it.each([
    ["on demand", "ON_DEMAND"],
    ["spot", "SPOT"],
  ])("%s asks for no reservation, and leaves interfaces and security groups to EKS", async (name, capacityType) => {
    const { template, group, all } = await made(name);
    expect(group.capacityType).toBe(capacityType);
    for (const key of ["capacityReservationSpecification", "instanceMarketOptions", "networkInterfaces", "placement"])
      expect(template).not.toHaveProperty(key);
    expect(template).not.toHaveProperty("vpcSecurityGroupIds");
    expect(all("SecurityGroup")).toEqual([]);
    expect(group.subnetIds).toEqual(["subnet-1", "subnet-2"]);
  });

  it("with EFA on demand puts nodes close to each other, and IP alone on the first card of a p6-b300", async () => {
    const { template, group } = await made("EFA on demand");
    expect(template.placement).toEqual({ groupName: "gpus-placement-abc123" });
    const first = (template.networkInterfaces as Inputs[]).filter(({ networkCardIndex }) => networkCardIndex === 0);
    expect(first.map(({ interfaceType }) => interfaceType)).toEqual(["interface"]);
    expect(group.subnetIds).toEqual(["subnet-1", "subnet-3"]);
  });

  it("has encrypted disks that EC2 takes, IMDSv2 alone, and joins the NVMe disks", async () => {
    const { template, group } = await made("on demand");
    expect(template.metadataOptions).toEqual({
      httpEndpoint: "enabled",
      httpTokens: "required",
      httpPutResponseHopLimit: 1,
    });
    expect(template.blockDeviceMappings).toMatchObject([
      {
        deviceName: "/dev/xvda",
        ebs: { volumeType: "gp3", volumeSize: 200, throughput: 500, iops: 3000, encrypted: "true" },
      },
    ]);
    expect(text(template)).toMatch(/application\/node\.eks\.aws[\s\S]*kind: NodeConfig[\s\S]*strategy: RAID0/);
    expect(group.amiType).toBe("AL2023_x86_64_NVIDIA");
  });

  it("of Bottlerocket says the same in its own way, without the label that NVIDIA's chart looks for", async () => {
    const { template, group } = await made("Bottlerocket");
    expect(text(template)).toContain('["apiclient", "ephemeral-storage", "init"]');
    expect(template.blockDeviceMappings).toMatchObject([{ deviceName: "/dev/xvdb" }]);
    expect(group).toMatchObject({ amiType: "BOTTLEROCKET_x86_64_NVIDIA", labels: {} });
  });

  it("takes what was given instead of making it", async () => {
    const { template, group, all } = await made("everything given");
    for (const kind of ["Role", "RolePolicyAttachment", "SecurityGroup", "PlacementGroup"])
      expect(all(kind)).toEqual([]);
    expect(template).toMatchObject({
      imageId: "ami-1",
      ebsOptimized: "true",
      metadataOptions: { httpPutResponseHopLimit: 2 },
      blockDeviceMappings: [{ ebs: { volumeSize: 500, iops: 4000, kmsKeyId: "arn:aws:kms:us-east-1:1:key/1" } }],
    });
    expect((template.networkInterfaces as Inputs[])[1]?.securityGroups).toEqual(["sg-cluster", "sg-efa", "sg-more"]);
    expect(text(template)).toBe("#!/bin/sh\n");
    for (const { tags } of template.tagSpecifications as Inputs[]) expect(tags).toEqual({ Name: "gpus", owner: "llm" });
    expect(group).toMatchObject({
      nodeRoleArn: "arn:aws:iam::1:role/nodes",
      scalingConfig: { minSize: 0, maxSize: 9, desiredSize: 0 },
      labels: { "nvidia.com/gpu.present": "true", team: "llm" },
      taints: [{ key: "team", value: "llm", effect: "NO_EXECUTE" }],
      updateConfig: { maxUnavailablePercentage: 50, updateStrategy: "MINIMAL" },
      nodeRepairConfig: { enabled: false },
      forceUpdateVersion: true,
      tags: { owner: "llm" },
    });
    // the image is in the template, and EKS refuses it in both
    expect(group).not.toHaveProperty("amiType");
  });

  it.each(Object.keys(groups))("has nothing that EKS refuses: %s", async (name) => {
    const { template, group } = await made(name);
    for (const key of ["iamInstanceProfile", "instanceInitiatedShutdownBehavior", "hibernationOptions"])
      expect(template).not.toHaveProperty(key);
    for (const one of (template.networkInterfaces ?? []) as Inputs[]) expect(one).not.toHaveProperty("subnetId");
    for (const key of ["diskSize", "remoteAccess", "instanceTypes"]) expect(group).not.toHaveProperty(key);
  });
});

describe("a node group", () => {
  it("keeps its number of nodes, and a change of the instance type makes a new one before the old one goes", async () => {
    const { one } = await made("on demand");
    const template = one("LaunchTemplate");
    const group = one("NodeGroup");
    expect(group.options.ignoreChanges).toEqual(["scalingConfig.desiredSize"]);
    // the new template has another id, which a group cannot change
    expect(template.options.replaceOnChanges).toEqual(["instanceType"]);
    expect([template.options.deleteBeforeReplace, group.options.deleteBeforeReplace]).toEqual([false, false]);
    expect(group.inputs.launchTemplate).toEqual({ id: "gpus-abc123-id", version: "1" });
    expect(group.inputs.nodeGroupNamePrefix).toBe("gpus-");
    expect(group.inputs).not.toHaveProperty("nodeGroupName");
    expect(template.inputs).not.toHaveProperty("name");
  });

  it("follows min and max where they are one number, which EKS would refuse to move past the nodes that are there", async () => {
    const { one } = await made("", { ...(groups.spot as GpuNodeGroupArgs), min: 2, max: 2 });
    expect(one("NodeGroup").options.ignoreChanges).toEqual([]);
  });

  it("has a prefix that leaves the provider room, whatever the name", async () => {
    const name = "a-name-that-is-quite-long-for-a-group-of-nodes";
    const { resources } = await deploy(() => void new GpuNodeGroup(name, groups.spot as GpuNodeGroupArgs));
    const prefix = resources.find(({ type }) => type.endsWith(":NodeGroup"))?.inputs.nodeGroupNamePrefix;
    expect(String(prefix).length + 26).toBeLessThanOrEqual(63);
  });

  it("waits for its role's policies", async () => {
    const { one, all } = await made("on demand");
    const policies = all("RolePolicyAttachment");
    expect(policies).toHaveLength(3);
    expect(one("NodeGroup").options.dependsOn).toEqual(expect.arrayContaining(policies.map(({ urn }) => urn)));
  });

  it("lets the members of EFA's security group reach each other both ways, with all protocols", async () => {
    const { one } = await made("EFA on demand");
    const { ingress, egress, vpcId } = one("SecurityGroup").inputs;
    for (const rules of [ingress, egress])
      expect(rules).toMatchObject([{ self: true, protocol: "-1", fromPort: 0, toPort: 0 }]);
    expect(vpcId).toBe("vpc-1");
  });

  it("looks up what it is not told of the cluster", async () => {
    const args = { ...(groups["EFA on demand"] as GpuNodeGroupArgs), cluster: { name: "prod" } };
    const asked: Inputs[] = [];
    const found = { vpcConfig: { vpcId: "vpc-found", clusterSecurityGroupId: "sg-found" } };
    const calls = {
      "aws:eks/getCluster:getCluster": (inputs: Inputs) => {
        asked.push(inputs);
        return found;
      },
    };
    const { one, template } = await made("", args, { calls });
    expect(asked).toEqual([{ name: "prod" }]);
    expect(one("SecurityGroup").inputs.vpcId).toBe("vpc-found");
    expect((template.networkInterfaces as Inputs[])[0]?.securityGroups).toEqual(["sg-found", "gpus-efa-abc123-id"]);
  });

  it("takes subnets that are known only later", async () => {
    const args = { ...(groups["EFA on demand"] as GpuNodeGroupArgs), subnetIds: Promise.resolve(["subnet-1"]) };
    expect((await made("", args)).group.subnetIds).toEqual(["subnet-1"]);
  });

  it("is made with the provider that was given", async () => {
    const { resources } = await deploy(async () => {
      const explicit = new aws.Provider("explicit", { region: "eu-west-1" });
      new GpuNodeGroup("gpus", groups["EFA on demand"] as GpuNodeGroupArgs, { providers: [explicit] });
    });
    const provider = resources.find(({ type }) => type === "pulumi:providers:aws")?.urn ?? "";
    const own = resources.filter(({ type, kind }: Registration) => type.startsWith("aws:") && kind === "custom");
    expect(own.length).toBeGreaterThan(5);
    for (const one of own) expect([one.name, one.provider]).toEqual([one.name, provider]);
  });
});
