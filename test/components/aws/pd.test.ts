import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { type EksArgs, eks } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { deploy, type Recorded, unknown } from "../harness";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const prefill = { instanceType: "p5.48xlarge", min: 2, max: 2, efa: true };
const decode = { instanceType: "p5en.48xlarge", min: 2, max: 2, efa: true };

const onEks = (over: Partial<EksArgs> = {}) =>
  eks({ cluster, subnetIds: ["subnet-1"], pools: { prefill, decode }, ...over });

const apart = (platform: sonar.Platform, tensor = 8): sonar.PDDisaggregationArgs => ({
  platform,
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-32B", revision: "0123456789abcdef0123456789abcdef01234567", maxLength: 32768 },
  prefill: { replicas: 2, parallelism: { tensor } },
  decode: { replicas: 2, parallelism: { tensor: 8 } },
});

const name = () => unknown() as pulumi.Output<string>;

componentContract(
  "PDDisaggregation on EKS with EFA",
  (opts) => new sonar.PDDisaggregation("qwen3", apart(onEks()), opts),
  (opts) =>
    new sonar.PDDisaggregation(
      "qwen3",
      apart(onEks({ cluster: { name: name(), securityGroupId: name(), vpcId: name() }, subnetIds: [name()] })),
      opts,
    ),
);

const find = ({ resources }: Recorded, kind: string) => resources.filter(({ type }) => type.endsWith(`:${kind}`));
const made = (platform: sonar.Platform, tensor?: number) =>
  deploy(() => void new sonar.PDDisaggregation("qwen3", apart(platform, tensor)));

/** Security groups of a template's interfaces, each list once. */
const securityGroups = (recorded: Recorded) =>
  find(recorded, "LaunchTemplate").map(({ inputs }) => {
    const lists = (inputs.networkInterfaces as { securityGroups: string[] }[]).map((one) => one.securityGroups);
    return [...new Set(lists.flat())].sort();
  });

/** What a side's engine asks for beside memory. */
function devices(recorded: Recorded, side: string) {
  const set = find(recorded, "StatefulSet").find((one) => one.name === `qwen3-${side}`);
  if (!set) throw new Error(`no ${side}`);
  const { template } = set.inputs.spec as {
    template: { spec: { containers: [{ resources: { limits: Record<string, string> } }] } };
  };
  const { memory: _, ...rest } = template.spec.containers[0].resources.limits;
  return rest;
}

describe("prefill and decode on node groups of their own", () => {
  it("have one security group for their adapters, which lets both sides reach each other", async () => {
    const recorded = await made(onEks());
    const groups = find(recorded, "SecurityGroup");
    expect(groups.map((one) => one.name)).toEqual(["qwen3-efa"]);
    const [first, second] = securityGroups(recorded);
    expect(first).toHaveLength(2);
    expect(second).toEqual(first);
  });

  it("use the security group that one of them was given", async () => {
    const given = { ...prefill, efaSecurityGroupId: "sg-efa" };
    const recorded = await made(onEks({ pools: { prefill: given, decode } }));
    expect(find(recorded, "SecurityGroup")).toEqual([]);
    expect(securityGroups(recorded)).toEqual([
      ["sg-cluster", "sg-efa"],
      ["sg-cluster", "sg-efa"],
    ]);
  });

  it("ask for the adapters that go with their GPUs", async () => {
    const recorded = await made(onEks(), 4);
    expect(devices(recorded, "prefill")).toEqual({ "nvidia.com/gpu": "4", "vpc.amazonaws.com/efa": "16" });
    expect(devices(recorded, "decode")).toEqual({ "nvidia.com/gpu": "8", "vpc.amazonaws.com/efa": "16" });
  });
});
