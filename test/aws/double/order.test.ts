import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { token } from "../resources/tokens";
import { type Given, give } from "../scenario/given";
import { type Started, startSidecar } from "../sidecar/start";
import type { Values } from "./definition";
import { AwsDouble } from "./provider";

let started: Started;
let double: AwsDouble;
let given: Given;

beforeAll(async () => {
  started = await startSidecar();
  double = new AwsDouble(started.sidecar);
  given = await give(started.sidecar);
}, 60_000);
afterAll(() => started?.stop());

const urn = (type: string, name: string) => `urn:pulumi:dev::test::${type}::${name}`;

async function make(type: string, name: string, inputs: Values): Promise<string> {
  const checked = await double.check(urn(type, name), {}, inputs);
  expect(checked.failures).toEqual([]);
  return (await double.create(urn(type, name), checked.inputs)).id;
}
const remove = (type: string, name: string, id: string) => double.delete(id, urn(type, name));

const trust = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Principal: { Service: "ec2.amazonaws.com" }, Action: "sts:AssumeRole" }],
});

describe("AWS does not remove", () => {
  it("a file system with mount targets, nor their security group", async () => {
    const group = await make(token.securityGroup, "nfs", { vpcId: given.vpcId });
    const files = await make(token.efsFileSystem, "files", { encrypted: true });
    const inputs = { fileSystemId: files, subnetId: given.subnetIds[0], securityGroups: [group] };
    const target = await make(token.mountTarget, "target", inputs);
    await expect(remove(token.efsFileSystem, "files", files)).rejects.toThrow("FileSystemInUse");
    await expect(remove(token.securityGroup, "nfs", group)).rejects.toThrow("DependencyViolation");
    await remove(token.mountTarget, "target", target);
    await remove(token.efsFileSystem, "files", files);
    await remove(token.securityGroup, "nfs", group);
  });

  it("a security group that another one's rule names, while its own rules do not keep it", async () => {
    const [one, other] = [
      await make(token.securityGroup, "one", { vpcId: given.vpcId }),
      await make(token.securityGroup, "other", { vpcId: given.vpcId }),
    ];
    const rule = { securityGroupId: one, ipProtocol: "-1" };
    const toItself = await make(token.egressRule, "self", { ...rule, referencedSecurityGroupId: one });
    const toOther = await make(token.ingressRule, "other", { ...rule, referencedSecurityGroupId: other });
    await expect(remove(token.securityGroup, "other", other)).rejects.toThrow("DependencyViolation");
    await remove(token.ingressRule, "other", toOther);
    await remove(token.securityGroup, "other", other);
    await remove(token.egressRule, "self", toItself);
    await remove(token.securityGroup, "one", one);
  });

  it("a role, its policies and a template's groups while a node group runs", async () => {
    const role = await make(token.role, "node", { assumeRolePolicy: trust });
    const group = await make(token.securityGroup, "node", { vpcId: given.vpcId });
    const near = await make(token.placementGroup, "near", { strategy: "cluster" });
    const template = await make(token.launchTemplate, "node", {
      vpcSecurityGroupIds: [group],
      placement: { groupName: near },
      instanceType: "g6e.12xlarge",
    });
    const nodes = {
      clusterName: given.clusterName,
      nodeRoleArn: `arn:aws:iam::123456789012:role/${role}`,
      subnetIds: given.subnetIds,
      scalingConfig: { minSize: 1, maxSize: 1, desiredSize: 1 },
      launchTemplate: { id: template, version: "1" },
    };
    // nodes cannot join with a role that may do nothing yet
    await expect(make(token.nodeGroup, "nodes", nodes)).rejects.toThrow("has no AmazonEKSWorkerNodePolicy yet");
    const policies = ["AmazonEKSWorkerNodePolicy", "AmazonEC2ContainerRegistryPullOnly"];
    const attach = (name: string) =>
      make(token.rolePolicyAttachment, name, { role, policyArn: `arn:aws:iam::aws:policy/${name}` });
    const attached = [await attach(policies[0] as string), await attach(policies[1] as string)];
    const running = await make(token.nodeGroup, "nodes", nodes);

    await expect(remove(token.role, "node", role)).rejects.toThrow("DeleteConflict");
    await expect(remove(token.rolePolicyAttachment, "a", attached[0] as string)).rejects.toThrow("until it is gone");
    await expect(remove(token.launchTemplate, "node", template)).rejects.toThrow("Ec2LaunchTemplateNotFound");
    await expect(remove(token.securityGroup, "node", group)).rejects.toThrow("DependencyViolation");
    await expect(remove(token.placementGroup, "near", near)).rejects.toThrow("InvalidPlacementGroup.InUse");
    await remove(token.nodeGroup, "nodes", running);
    for (const id of attached) await remove(token.rolePolicyAttachment, "a", id);
    await remove(token.launchTemplate, "node", template);
    await remove(token.placementGroup, "near", near);
    await remove(token.securityGroup, "node", group);
    await remove(token.role, "node", role);
  });

  it("a target group that a listener uses, nor a protected load balancer", async () => {
    const targets = await make(token.targetGroup, "front", {
      vpcId: given.vpcId,
      targetType: "ip",
      port: 80,
      protocol: "HTTP",
    });
    const balancer = await make(token.loadBalancer, "front", {
      subnets: given.subnetIds,
      enableDeletionProtection: true,
    });
    const listener = await make(token.listener, "front", {
      loadBalancerArn: balancer,
      port: 80,
      protocol: "HTTP",
      defaultActions: [{ type: "forward", targetGroupArn: targets }],
    });
    await expect(remove(token.targetGroup, "front", targets)).rejects.toThrow("ResourceInUse");
    await expect(remove(token.loadBalancer, "front", balancer)).rejects.toThrow("OperationNotPermitted");
    await remove(token.listener, "front", listener);
    await remove(token.targetGroup, "front", targets);
  });

  it("a web ACL's association once another one has taken its place", async () => {
    const resourceArn = await make(token.loadBalancer, "walled", { subnets: given.subnetIds });
    const [first, second] = given.webAclArns;
    const old = await make(token.webAclAssociation, "wall", { resourceArn, webAclArn: first });
    await make(token.webAclAssociation, "wall", { resourceArn, webAclArn: second });
    await expect(remove(token.webAclAssociation, "wall", old)).rejects.toThrow(`${second}, associated since, would go`);
  });
});

it("what somebody else removed is found gone", async () => {
  const id = await make(token.securityGroup, "lost", { vpcId: given.vpcId });
  const read = () => double.read(id, urn(token.securityGroup, "lost"), { any: 1 });
  expect(await read()).toEqual({ id, props: { any: 1 } });
  await started.sidecar.call({ service: "ec2", operation: "DeleteSecurityGroup", params: { GroupId: id } });
  expect(await read()).toEqual({ id: "", props: {} });
});

it("a web ACL that somebody else took off is found gone, though AWS has no error for it", async () => {
  const resourceArn = await make(token.loadBalancer, "open", { subnets: given.subnetIds });
  const id = await make(token.webAclAssociation, "open", { resourceArn, webAclArn: given.webAclArns[0] });
  const read = () => double.read(id, urn(token.webAclAssociation, "open"), { any: 1 });
  expect(await read()).toEqual({ id, props: { any: 1 } });
  const params = { ResourceArn: resourceArn };
  await started.sidecar.call({ service: "wafv2", operation: "DisassociateWebACL", params });
  expect(await read()).toEqual({ id: "", props: {} });
});

describe("moto itself does not remove", () => {
  it("a role whose policy the double does not know of", async () => {
    const role = await make(token.role, "reader", { assumeRolePolicy: trust });
    const params = { RoleName: role, PolicyArn: "arn:aws:iam::aws:policy/AmazonEKS_CNI_Policy" };
    await started.sidecar.call({ service: "iam", operation: "AttachRolePolicy", params });
    await expect(remove(token.role, "reader", role)).rejects.toThrow("iam DeleteRole (moto): DeleteConflict");
    await started.sidecar.call({ service: "iam", operation: "DetachRolePolicy", params });
    await remove(token.role, "reader", role);
  });
});
