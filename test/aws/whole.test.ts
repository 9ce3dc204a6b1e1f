import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "../cluster/pulumi/pulumi";
import type { Service, Values } from "./double/definition";
import { table } from "./resources/table";
import { token } from "./resources/tokens";
import { type Given, give } from "./scenario/given";
import { awsStack, ids, patience } from "./scenario/stack";
import { type Started, startSidecar } from "./sidecar/start";

const total = 40;

let started: Started;
let given: Given;
let stack: Stack;
let first: Map<string, string>;

beforeAll(async () => {
  started = await startSidecar();
  given = await give(started.sidecar);
  stack = await awsStack("whole", started.sidecar, { given, variant: "first" });
}, patience);
afterAll(async () => {
  stack?.remove();
  await started?.stop();
});

/** Type of a key of `ids`. */
const typeOf = (key: string) => key.split("::")[0] as string;
const moved = (now: Map<string, string>) => [...first.keys()].filter((key) => now.get(key) !== first.get(key));

/** What moto says. */
const ask = async <T>(service: Service, operation: string, params: Values) =>
  (await started.sidecar.call({ service, operation, params })).result as T;
const nodeGroup = async (name: string) => {
  const [clusterName, nodegroupName] = String(first.get(`${token.nodeGroup}::${name}`)).split(":");
  return (await ask<{ nodegroup: Values }>("eks", "DescribeNodegroup", { clusterName, nodegroupName })).nodegroup;
};

// one stack goes through them: each `it` begins where the one before ended
describe.sequential("the program with every type", { timeout: patience }, () => {
  it("previews without asking AWS anything", async () => {
    const before = await started.sidecar.entries();
    expect((await stack.preview()).changes).toEqual({ "to create": total });
    expect(await started.sidecar.entries()).toEqual(before);
  });

  it("is created, and has every type that the double knows", async () => {
    expect((await stack.up()).changes).toEqual({ created: total });
    first = await ids(stack);
    expect(new Set([...first.keys()].map(typeOf))).toEqual(new Set(table.keys()));
  });

  it("stands in moto as it was asked for", async () => {
    const { LaunchTemplateVersions } = await ask<{ LaunchTemplateVersions: { LaunchTemplateData: Data }[] }>(
      "ec2",
      "DescribeLaunchTemplateVersions",
      { LaunchTemplateId: first.get(`${token.launchTemplate}::block`) },
    );
    const data = LaunchTemplateVersions[0]?.LaunchTemplateData as Data;
    expect(data.NetworkInterfaces.filter(({ InterfaceType }) => InterfaceType === "efa-only")).toHaveLength(31);
    expect(data.InstanceMarketOptions).toEqual({ MarketType: "capacity-block" });
    expect(await nodeGroup("block")).toMatchObject({
      capacityType: "CAPACITY_BLOCK",
      subnets: [given.subnetIds[0]],
      launchTemplate: { id: first.get(`${token.launchTemplate}::block`), version: "1" },
    });
    const SecretId = first.get(`${token.secret}::keys`);
    expect(await ask("secretsmanager", "GetSecretValue", { SecretId })).toMatchObject({
      SecretString: "sk-first-and-secret",
    });
    // the rule with which EC2 lets a new group out to everywhere is gone
    const Filters = [{ Name: "group-id", Values: [first.get(`${token.securityGroup}::efa`)] }];
    const { SecurityGroupRules } = await ask<{ SecurityGroupRules: Values[] }>("ec2", "DescribeSecurityGroupRules", {
      Filters,
    });
    expect(SecurityGroupRules.map(({ IsEgress }) => IsEgress).sort()).toEqual([false, true]);
    expect(SecurityGroupRules.filter(({ CidrIpv4 }) => CidrIpv4 !== undefined)).toEqual([]);
  });

  it("keeps the secret out of the state", async () => {
    expect(await stack.state()).not.toContain("sk-first-and-secret");
  });

  it("changes nothing the second time", async () => {
    expect((await stack.up(["--expect-no-changes"])).changes).toEqual({ unchanged: total });
  });

  it("changes everything in place that AWS changes in place", async () => {
    await stack.configure({ variant: "changed" });
    const { changes } = await stack.up();
    // of these two types nothing can be changed in place, and the stack itself stays
    const fixed = [...first.keys()].filter((key) => table.get(typeOf(key))?.updates.length === 0);
    const versions = [...first.keys()].filter((key) => typeOf(key) === token.secretVersion);
    const unchanged = fixed.length + versions.length + 1;
    expect(changes).toEqual({ updated: total - unchanged, unchanged });
    expect(moved(await ids(stack))).toEqual([]);
  });

  it("made a new version of the template, and the node group follows it", async () => {
    const entries = await started.sidecar.entries();
    const template = entries.find(({ id }) => id === first.get(`${token.launchTemplate}::block`));
    const group = entries.find(({ id }) => id === first.get(`${token.nodeGroup}::block`));
    expect(template?.outputs.latestVersion).toBe(2);
    expect(group?.inputs.launchTemplate).toMatchObject({ version: "2" });
    expect(group?.inputs.scalingConfig).toEqual({ minSize: 2, maxSize: 6, desiredSize: 3 });
    // this one's size is ignored after creation
    const spot = entries.find(({ id }) => id === first.get(`${token.nodeGroup}::spot`));
    expect(spot?.inputs.scalingConfig).toEqual({ minSize: 2, maxSize: 6, desiredSize: 2 });
  });

  it("stands in moto as it was changed", async () => {
    expect(await nodeGroup("plain")).toMatchObject({
      labels: { "nvidia.com/gpu.present": "true", pool: "decode" },
      taints: [{ key: "nvidia.com/gpu", value: "true", effect: "NO_SCHEDULE" }],
      scalingConfig: { minSize: 2, maxSize: 6, desiredSize: 3 },
    });
    expect((await nodeGroup("plain")).labels).not.toHaveProperty("old");
    const { Attributes } = await ask<{ Attributes: Values[] }>("elbv2", "DescribeLoadBalancerAttributes", {
      LoadBalancerArn: first.get(`${token.loadBalancer}::front`),
    });
    expect(Attributes).toContainEqual({ Key: "idle_timeout.timeout_seconds", Value: "1260" });
    expect(Attributes).toContainEqual({ Key: "access_logs.s3.prefix", Value: "gate" });
    const { Tags } = await ask<{ Tags: Values[] }>("iam", "ListRoleTags", {
      RoleName: first.get(`${token.role}::node`),
    });
    expect(Object.fromEntries(Tags.map(({ Key, Value }) => [Key, Value]))).toEqual({ team: "serving", new: "1" });
  });

  it("finds all of it again", async () => {
    expect((await stack.refresh()).changes).toEqual({ unchanged: total });
    expect((await stack.up(["--expect-no-changes"])).changes).toEqual({ unchanged: total });
  });

  it("goes back in place, but for the file system that would have to shrink", async () => {
    await stack.configure({ variant: "first" });
    await stack.up();
    const now = await ids(stack);
    expect(moved(now).map(typeOf).sort()).toEqual([token.dataRepositoryAssociation, token.lustreFileSystem]);
    first = now;
  });

  it("replaces what AWS cannot change, of every type", async () => {
    await stack.configure({ variant: "replaced" });
    await stack.up();
    const replaced = new Set(moved(await ids(stack)).map(typeOf));
    expect(replaced).toEqual(new Set(table.keys()));
  });

  it("leaves a replaced load balancer behind its new web ACL", async () => {
    const ResourceArn = (await ids(stack)).get(`${token.loadBalancer}::front`) as string;
    const { WebACL } = await ask<{ WebACL?: { ARN: string } }>("wafv2", "GetWebACLForResource", { ResourceArn });
    expect(WebACL?.ARN).toBe(given.webAclArns[1]);
  });

  it("goes in an order that AWS accepts, and leaves what was there before", async () => {
    expect((await stack.destroy()).changes).toEqual({ deleted: total });
    const left = await started.sidecar.entries();
    expect(left.filter(({ inputs }) => inputs.given !== true)).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
  });
});

interface Data {
  NetworkInterfaces: { InterfaceType: string }[];
  InstanceMarketOptions: object;
}
