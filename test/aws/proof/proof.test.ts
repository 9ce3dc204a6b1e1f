import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { token } from "../resources/tokens";
import { type Started, startSidecar } from "../sidecar/start";
import { answerFor, printedProofs, problemsOfRegistered, proofs, type Registered, requireProofs } from "./proof";

let started: Started;
beforeAll(async () => {
  started = await startSidecar();
}, 60_000);
afterAll(() => started?.stop());

describe("the table of proofs", () => {
  it("says of each type how it was proved", () => {
    // the table is what this test is for: it goes past the reporter, which hides what passing tests print
    process.stderr.write(`\n${printedProofs()}\n`);
    const memory = proofs().filter(({ how }) => how === "validated, not created in moto");
    expect(memory.map(({ type }) => type)).toEqual([
      token.placementGroup,
      token.podIdentity,
      token.dataRepositoryAssociation,
    ]);
  });

  it("names the operations that moto does not have", () => {
    const of = (wanted: string) => proofs().find(({ type }) => type === wanted)?.validatedOnly;
    expect(of(token.efsFileSystem)).toEqual(["efs.UpdateFileSystem", "efs.UpdateFileSystemProtection"]);
    expect(of(token.nodeGroup)).toEqual(["eks.UpdateNodegroupVersion", "eks.TagResource", "eks.UntagResource"]);
    expect(of(token.role)).toEqual([]);
  });

  it("fails on AWS types without an entry, and only on those", () => {
    requireProofs(["kubernetes:core/v1:Secret", token.role]);
    expect(() => requireProofs(["aws:sqs/queue:Queue", token.role, "aws:ec2/vpc:Vpc"])).toThrow(
      "Nothing proves aws:ec2/vpc:Vpc, aws:sqs/queue:Queue",
    );
  });
});

describe("what a program registered", () => {
  const group = { type: token.securityGroup, name: "efa", inputs: { vpcId: "vpc-0123456789abcdef0" } };

  it("is validated without an engine", async () => {
    const { id } = answerFor(group) as { id: string };
    const rule = {
      type: token.ingressRule,
      name: "efa-in",
      inputs: { securityGroupId: id, referencedSecurityGroupId: id, ipProtocol: "-1" },
    };
    const other = { type: "kubernetes:core/v1:Secret", name: "key", inputs: { anything: 1 } };
    expect(await problemsOfRegistered(started.sidecar, [group, rule, other])).toEqual([]);
  });

  it("tells all that is wrong, also with requests after creation", async () => {
    const wrong = [
      { ...group, inputs: { ...group.inputs, descripton: "EFA", tags: { size: 1 } } },
      {
        type: token.efsFileSystem,
        name: "weights",
        inputs: { lifecyclePolicies: [{ transitionToIa: "AFTER_2_DAYS" }] },
      },
    ];
    const problems = await problemsOfRegistered(started.sidecar, wrong);
    expect(problems).toEqual([
      expect.stringMatching(/^efa: descripton: test\/aws\/resources has no place for this input/),
      expect.stringMatching(/^efa: ec2 CreateSecurityGroup \(botocore\): Invalid type/),
      expect.stringMatching(/^weights: efs PutLifecycleConfiguration \(model\): .*"AFTER_2_DAYS" is none of/),
    ]);
  });

  it("is held against what else was registered, where that was answered", async () => {
    const answered = (one: Registered): Registered => ({ ...one, made: answerFor(one) });
    const template = answered({
      type: token.launchTemplate,
      name: "gpus",
      inputs: { imageId: "ami-0123456789abcdef0" },
    });
    const nodes = {
      type: token.nodeGroup,
      name: "gpus",
      inputs: {
        amiType: "AL2023_x86_64_NVIDIA",
        clusterName: "llm",
        nodeRoleArn: "arn:aws:iam::123456789012:role/given",
        subnetIds: ["subnet-0123456789abcdef0"],
        scalingConfig: { minSize: 1, maxSize: 1, desiredSize: 1 },
        launchTemplate: { id: template.made?.id, version: "1" },
      },
    };
    const told = (one: Registered) => problemsOfRegistered(started.sidecar, [one, nodes]);
    expect(await told(template)).toEqual(["gpus: rule: amiType: not with a launch template that has an image"]);
    expect(await told({ ...template, made: undefined })).toEqual([]);
  });

  it("of a type without an entry is an error", async () => {
    const bucket = { type: "aws:sqs/queue:Queue", name: "weights", inputs: {} };
    await expect(problemsOfRegistered(started.sidecar, [bucket])).rejects.toThrow("Nothing proves aws:sqs/queue:Queue");
  });

  it("is answered with an id that looks like AWS's", () => {
    const made = answerFor({ type: token.lustreFileSystem, name: "fast", inputs: { storageCapacity: 1200 } });
    expect(made?.id).toMatch(/^fs-[0-9a-f]{17}$/);
    expect(made?.outputs).toMatchObject({ storageCapacity: 1200, dnsName: `${made?.id}.fsx.us-west-2.amazonaws.com` });
    expect(answerFor({ type: token.secret, name: "keys", inputs: {} })?.outputs.name).toMatch(/^keys-[0-9a-f]{7}$/);
    expect(answerFor({ type: "kubernetes:core/v1:Secret", name: "key", inputs: {} })).toBeUndefined();
  });
});
