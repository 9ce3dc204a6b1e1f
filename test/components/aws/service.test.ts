import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { DevicePlugins, type EksArgs, eks, GpuNodeGroup } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { deploy, type Recorded, unknown } from "../harness";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const subnetIds = ["subnet-1"];
const revision = "0123456789abcdef0123456789abcdef01234567";
const image = "registry.example.com/aphrodite:0.24.1";
const model = { source: "Qwen/Qwen3-32B", revision };
const g6e = { instanceType: "g6e.12xlarge", max: 4 };
const service = (platform: sonar.Platform, over: Partial<sonar.ReplicatedServiceArgs> = {}) => ({
  platform,
  image,
  model,
  replicas: 3,
  parallelism: { tensor: 2 },
  ...over,
});
const onEks = (over: Partial<EksArgs> = {}) => eks({ cluster, subnetIds, nodes: g6e, ...over });

const name = () => unknown() as pulumi.Output<string>;
const laterCluster = () => ({ name: name(), securityGroupId: name(), vpcId: name() });

componentContract(
  "ReplicatedService on EKS",
  (opts) => new sonar.ReplicatedService("qwen3", service(onEks()), opts),
  (opts) =>
    new sonar.ReplicatedService("qwen3", service(onEks({ cluster: laterCluster(), subnetIds: [name()] })), opts),
);

componentContract(
  "ReplicatedService on EKS with EFA",
  (opts) =>
    new sonar.ReplicatedService("qwen3", service(onEks({ nodes: { instanceType: "p5.48xlarge", efa: true } })), opts),
  (opts) =>
    new sonar.ReplicatedService(
      "qwen3",
      service(
        onEks({
          cluster: laterCluster(),
          subnetIds: unknown() as pulumi.Output<string[]>,
          nodes: { instanceType: "p5.48xlarge", efa: true },
        }),
      ),
      opts,
    ),
);

const find = ({ resources }: Recorded, kind: string) => resources.filter(({ type }) => type.endsWith(`:${kind}`));

/** The pod of the engines, and what it waits for. */
function engines(recorded: Recorded) {
  const [set] = find(recorded, "StatefulSet");
  if (!set) throw new Error("no engines");
  const { template } = set.inputs.spec as { template: { spec: Record<string, unknown> } };
  return { pod: template.spec, dependsOn: set.options.dependsOn };
}

describe("a service on EKS", () => {
  it("makes its nodes, and puts its engines onto them by the group's name, through the taint", async () => {
    const recorded = await deploy(() => void new sonar.ReplicatedService("qwen3", service(onEks())));
    const [group] = find(recorded, "NodeGroup");
    expect(group?.inputs.scalingConfig).toEqual({ minSize: 2, maxSize: 4, desiredSize: 2 });
    // more replicas are more nodes in the same update
    expect(group?.options.ignoreChanges).toEqual([]);
    const { pod, dependsOn } = engines(recorded);
    expect(pod.nodeSelector).toEqual({ "eks.amazonaws.com/nodegroup": "qwen3-nodes-abc123" });
    expect(pod.tolerations).toEqual([{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }]);
    expect(dependsOn).toContain(group?.urn);
  });

  it("waits for the device plugins, which are installed once for all services", async () => {
    const recorded = await deploy(() => {
      const platform = onEks({ devicePlugins: new DevicePlugins("gpu") });
      for (const one of ["chat", "batch"]) new sonar.ReplicatedService(one, service(platform));
    });
    expect(find(recorded, "Chart").map(({ inputs }) => [inputs.chart, inputs.version, inputs.name])).toEqual([
      ["nvidia-device-plugin", "0.20.0", "nvidia-device-plugin"],
      ["aws-efa-k8s-device-plugin", "v0.5.30", "aws-efa-k8s-device-plugin"],
    ]);
    const charts = find(recorded, "Chart").map(({ urn }) => urn);
    expect(engines(recorded).dependsOn).toEqual(expect.arrayContaining(charts));
  });

  it("has for one pool the nodes that were given for it", async () => {
    const platform = onEks({ pools: { serve: { instanceType: "g6.48xlarge", taints: [], subnetIds: ["subnet-9"] } } });
    const recorded = await deploy(() => void new sonar.ReplicatedService("qwen3", service(platform)));
    const [group] = find(recorded, "NodeGroup");
    expect([group?.name, group?.inputs.subnetIds]).toEqual(["qwen3-serve-nodes", ["subnet-9"]]);
    expect(engines(recorded).pod.tolerations).toEqual([]);
  });
});

describe("a node group that services share", () => {
  const shared = (program: (platform: sonar.Platform) => void) =>
    deploy(() => program(onEks({ nodes: new GpuNodeGroup("gpus", { cluster, subnetIds, ...g6e, min: 4 }) })));

  it("is made once, and all engines run on it", async () => {
    const recorded = await shared((platform) => {
      for (const one of ["chat", "batch"]) new sonar.ReplicatedService(one, service(platform));
    });
    expect(find(recorded, "NodeGroup").map(({ name }) => name)).toEqual(["gpus"]);
    expect(engines(recorded).pod.nodeSelector).toEqual({ "eks.amazonaws.com/nodegroup": "gpus-abc123" });
  });

  it("must be one of the platform's cluster", async () => {
    await expect(
      deploy(() => {
        const nodes = new GpuNodeGroup("gpus", { cluster: { ...cluster, name: "test" }, subnetIds, ...g6e });
        onEks({ nodes });
      }),
    ).rejects.toThrow('nodes  is a group of the cluster "test", not of "prod". Give a group of this cluster.');
  });

  it("is full when the services together need more GPUs than it has", async () => {
    await expect(
      shared((platform) => {
        for (const one of ["chat", "batch"])
          new sonar.ReplicatedService(one, service(platform, { replicas: one === "chat" ? 5 : 4 }));
      }),
    ).rejects.toThrow("the service needs 8 GPUs, and other services 10 of the group's, but 4 × g6e.12xlarge have 16.");
  });
});

describe("device plugins", () => {
  it("do not give pods the adapters behind EFA's back, and run on tainted nodes", async () => {
    const recorded = await deploy(() => void new DevicePlugins("gpu", { namespace: "nvidia" }));
    const [nvidia, efa] = find(recorded, "Chart").map(({ inputs }) => inputs);
    expect(nvidia).toMatchObject({
      namespace: "nvidia",
      values: { mofedEnabled: false, tolerations: [{ operator: "Exists" }] },
    });
    expect(efa?.values).toEqual({ tolerations: [{ operator: "Exists" }] });
  });

  it("are left out where they are there", async () => {
    const recorded = await deploy(() => void new DevicePlugins("gpu", { nvidia: false }));
    expect(find(recorded, "Chart").map(({ inputs }) => inputs.chart)).toEqual(["aws-efa-k8s-device-plugin"]);
  });

  it("are told what is no argument", async () => {
    await expect(deploy(() => void new DevicePlugins("gpu", { nvidea: true } as never))).rejects.toThrow(
      'nvidea  is not an argument. Did you mean "nvidia"?',
    );
  });
});
