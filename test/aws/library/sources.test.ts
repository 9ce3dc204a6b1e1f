import { describe, expect, it } from "vitest";
import { token } from "../resources/tokens";
import { typesIn } from "./sources";

const found = (text: string) => typesIn("it.ts", text);

describe("the types that a source makes", () => {
  it.each([
    ["of a module", 'import * as ec2 from "@pulumi/aws/ec2"; new ec2.LaunchTemplate("a");', token.launchTemplate],
    ["of the package", 'import * as aws from "@pulumi/aws"; new aws.eks.NodeGroup("a");', token.nodeGroup],
    ["by their own names", 'import { Role } from "@pulumi/aws/iam"; new Role("a");', token.role],
    ["by other names", 'import { Role as R } from "@pulumi/aws/iam"; f(() => new R("a"));', token.role],
    ["that are extended", 'import { lb } from "@pulumi/aws"; class A extends lb.Listener {}', token.listener],
    ["that are handed on", 'import * as lb from "@pulumi/aws/lb"; make(lb.TargetGroup, {});', token.targetGroup],
  ])("are found %s", (_, text, type) => expect(found(text)).toEqual([type]));

  it.each([
    ["types", 'import * as ec2 from "@pulumi/aws/ec2"; let a: ec2.LaunchTemplate; f<ec2.LaunchTemplate>(a);'],
    ["imported types", 'import type { Role } from "@pulumi/aws/iam"; import { type User } from "@pulumi/aws/iam";'],
    ["functions", 'import * as eks from "@pulumi/aws/eks"; eks.getClusterOutput({ name: "a" });'],
    ["fields of one name", 'import * as eks from "@pulumi/aws/eks"; f({ eks: 1 }, it.eks);'],
    ["another package's", 'import * as k8s from "@pulumi/kubernetes"; new k8s.core.v1.Pod("a");'],
  ])("are not %s", (_, text) => expect(found(text)).toEqual([]));

  it.each([
    ["a module is passed on", 'import * as ec2 from "@pulumi/aws/ec2"; f(ec2);'],
    ["a module is taken apart", 'import * as aws from "@pulumi/aws"; const { LaunchTemplate } = aws.ec2;'],
    ["a module is loaded late", 'const ec2 = await import("@pulumi/aws/ec2");'],
    ["a module is handed on", 'export * from "@pulumi/aws/ec2";'],
  ])("cannot be told where %s", (_, text) => expect(() => found(text)).toThrow(/^it\.ts (uses|loads) /));
});
