import { runtime } from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { table } from "../resources/table";
import { token } from "../resources/tokens";
import { Sidecar } from "../sidecar/client";
import type { Definition, Values } from "./definition";
import { difference } from "./diff";
import { AwsDouble } from "./provider";
import { plain } from "./values";

// nothing here asks AWS, so there is none
const double = new AwsDouble(new Sidecar("http://127.0.0.1:9"));
const urn = (type: string) => `urn:pulumi:dev::test::${type}::nodes`;
const failures = async (type: string, inputs: Values) => (await double.check(urn(type), {}, inputs)).failures;

describe("inputs that the double does not know are errors", () => {
  it("at the top", async () => {
    expect(await failures(token.launchTemplate, { instanceRequirements: { vcpuCount: { min: 1 } } })).toEqual([
      { property: "instanceRequirements", reason: expect.stringContaining("has no place for this input") },
    ]);
  });

  it("inside of others", async () => {
    const inputs = { networkInterfaces: [{ deviceIndex: 0 }, { deviceIdx: 1 }], placement: { zone: "a" } };
    const found = await failures(token.launchTemplate, inputs);
    expect(found.map(({ property }) => property)).toEqual(["networkInterfaces[1].deviceIdx", "placement.zone"]);
  });

  it("also types", async () => {
    await expect(failures("aws:sqs/queue:Queue", {})).rejects.toThrow("does not know aws:sqs/queue:Queue");
  });

  it("and prefixes too long for what the provider appends", async () => {
    expect(await failures(token.targetGroup, { namePrefix: "sonar-" })).toEqual([]);
    expect(await failures(token.targetGroup, { namePrefix: "sonar-a" })).toEqual([
      { property: "namePrefix", reason: "7 characters are more than the 6 that the provider takes" },
    ]);
  });

  it("and names too long for AWS, which the provider does not cut", async () => {
    const named = (name: string) =>
      double.check(`urn:pulumi:dev::test::${token.role}::${name}`, {}, { assumeRolePolicy: "{}" });
    expect((await named("r".repeat(56))).failures).toEqual([]);
    expect((await named("r".repeat(57))).failures).toEqual([
      { property: "name", reason: "65 characters are more than the 64 that AWS takes" },
    ]);
  });

  it("and functions", async () => {
    await expect(double.invoke("aws:ec2/getVpc:getVpc", {})).rejects.toThrow("does not know aws:ec2/getVpc:getVpc");
  });

  it("and another region", async () => {
    expect(await failures(token.secret, { region: "eu-west-1" })).toEqual([
      { property: "region", reason: "the tests' region is us-west-2" },
    ]);
  });
});

describe("names", () => {
  const check = async (olds: Values, news: Values) =>
    (await double.check(urn(token.nodeGroup), olds, news)).inputs as Values;

  it("are made from the logical name or a prefix, and stay", async () => {
    const made = await check({}, { nodeGroupNamePrefix: "gpu-" });
    expect(made.nodeGroupName).toMatch(/^gpu-[0-9a-f]{7}$/);
    expect((await check({}, {})).nodeGroupName).toMatch(/^nodes-[0-9a-f]{7}$/);
    expect((await check(made, { nodeGroupNamePrefix: "gpu-" })).nodeGroupName).toBe(made.nodeGroupName);
    expect((await check(made, { nodeGroupNamePrefix: "cpu-" })).nodeGroupName).toMatch(/^cpu-/);
  });

  it("that the program chose mean that the old resource goes first, and others that the new one comes first", () => {
    const definition = table.get(token.nodeGroup) as Definition;
    const [old, now] = [{ amiType: "A" }, { amiType: "B" }];
    const name = { nodeGroupName: "nodes" };
    expect(difference(definition, { ...old, ...name }, { ...now, ...name })).toMatchObject({
      replaces: ["amiType"],
      deleteBeforeReplace: true,
    });
    const filled = { ...now, nodeGroupName: "nodes-7654321", __defaults: ["nodeGroupName"] };
    expect(difference(definition, { ...old, nodeGroupName: "nodes-1234567" }, filled)).toMatchObject({
      replaces: ["amiType", "nodeGroupName"],
      deleteBeforeReplace: false,
    });
  });
});

it("the order of subnets means nothing, the order of interfaces does", () => {
  const change = (type: string, before: Values, now: Values) =>
    difference(table.get(type) as Definition, before, now).changed.length > 0;
  expect(change(token.nodeGroup, { subnetIds: ["a", "b"] }, { subnetIds: ["b", "a"] })).toBe(false);
  expect(change(token.nodeGroup, { subnetIds: ["a", "b"] }, { subnetIds: ["b", "c"] })).toBe(true);
  const [first, second] = [{ deviceIndex: 0 }, { deviceIndex: 1 }];
  const interfaces = [{ networkInterfaces: [first, second] }, { networkInterfaces: [second, first] }] as const;
  expect(change(token.launchTemplate, ...interfaces)).toBe(true);
});

it("a template's version is changed in place and its id is not", () => {
  const definition = table.get(token.nodeGroup) as Definition;
  const change = (now: Values) =>
    difference(definition, { launchTemplate: { id: "lt-1", version: "1" } }, { launchTemplate: now }).replaces;
  expect(change({ id: "lt-1", version: "2" })).toEqual([]);
  expect(change({ id: "lt-2", version: "1" })).toEqual(["launchTemplate"]);
});

it("a Lustre file system goes up in place and not down", () => {
  const definition = table.get(token.lustreFileSystem) as Definition;
  const first = { deploymentType: "PERSISTENT_2", storageCapacity: 2400, fileSystemTypeVersion: "2.12" };
  const change = (now: Values) => difference(definition, first, { ...first, ...now }).replaces;
  expect(change({ storageCapacity: 4800, fileSystemTypeVersion: "2.15" })).toEqual([]);
  expect(change({ storageCapacity: 1200 })).toEqual(["storageCapacity"]);
  expect(change({ fileSystemTypeVersion: "2.10" })).toEqual(["fileSystemTypeVersion"]);
});

it("a Lustre file system with EFA keeps its throughput for each TiB", () => {
  const { changeRules } = table.get(token.lustreFileSystem) as Definition;
  const change = (efaEnabled: boolean) =>
    changeRules?.({ efaEnabled, perUnitStorageThroughput: 500 }, { efaEnabled, perUnitStorageThroughput: 250 });
  expect(change(false)).toEqual([]);
  expect(change(true)).toEqual([expect.stringContaining("keeps what it was created with")]);
});

it("a rule of a security group changes its source in place, but not the kind of source", () => {
  const definition = table.get(token.ingressRule) as Definition;
  const change = (now: Values) => difference(definition, { cidrIpv4: "10.0.0.0/16" }, now).replaces;
  expect(change({ cidrIpv4: "10.0.0.0/8" })).toEqual([]);
  expect(change({ referencedSecurityGroupId: "sg-1" })).toEqual(["cidrIpv4", "referencedSecurityGroupId"]);
});

it("the engine's wrappings come off", () => {
  const { specialSigKey, specialSecretSig, specialResourceSig } = runtime;
  const secret = { [specialSigKey]: specialSecretSig, value: { a: ["b"] } };
  const role = { [specialSigKey]: specialResourceSig, urn: "urn", id: "node" };
  expect(plain({ secret, roles: [role] })).toEqual({ secret: { a: ["b"] }, roles: ["node"] });
});
