import { describe, expect, it } from "vitest";
import { secret, UNKNOWN, unwrap, type WireObject } from "../wire";
import { answerCreate, answerRead, guardInputs, markSecrets } from ".";
import { answerInvoke } from "./invokes";
import { groupVersionKind } from "./kubernetes";

const create = (type: string, inputs: WireObject, provider?: WireObject) =>
  answerCreate({ type, name: "logical", urn: `urn::${type}::logical`, inputs, provider });

describe("Kubernetes objects", () => {
  it("are named as the program says, else by the logical name", () => {
    expect(create("kubernetes:core/v1:ConfigMap", {}).id).toBe("default/logical");
    expect(create("kubernetes:core/v1:ConfigMap", { metadata: { name: "given", namespace: "ns" } }).id).toBe(
      "ns/given",
    );
    expect(create("kubernetes:batch/v1:Job", { metadata: { generateName: "fetch-" } }).id).toBe(
      "default/fetch-preview",
    );
  });

  it("have a namespace only if their kind has", () => {
    expect(create("kubernetes:core/v1:Namespace", {}, { namespace: "p" }).id).toBe("logical");
    expect(create("kubernetes:rbac.authorization.k8s.io/v1:ClusterRole", {}).id).toBe("logical");
    expect(create("kubernetes:networking.k8s.io/v1:NetworkPolicy", {}).id).toBe("default/logical");
    expect(create("kubernetes:leaderworkerset.x-k8s.io/v1:LeaderWorkerSet", {}, { namespace: "p" }).id).toBe(
      "p/logical",
    );
  });

  it("have no id while their name or namespace is not known", () => {
    const { id, state } = create("kubernetes:core/v1:ConfigMap", { metadata: { namespace: UNKNOWN } });
    expect(id).toBeUndefined();
    expect(state.metadata).toEqual({ name: "logical", namespace: UNKNOWN });
  });

  it("keep secret metadata secret", () => {
    const { state } = create("kubernetes:core/v1:ConfigMap", { metadata: secret({ labels: { a: "b" } }) });
    expect(state.metadata).toEqual(secret({ labels: { a: "b" }, name: "logical", namespace: "default" }));
  });

  it("are told apart by the type token", () => {
    expect(groupVersionKind("kubernetes:apps/v1:StatefulSet")).toEqual({ apiVersion: "apps/v1", kind: "StatefulSet" });
    expect(groupVersionKind("kubernetes:core/v1:Secret")).toEqual({ apiVersion: "v1", kind: "Secret" });
  });

  it("that exist are known by name and namespace", () => {
    expect(answerRead("kubernetes:core/v1:Secret", "ns/a", {})).toMatchObject({
      metadata: { name: "a", namespace: "ns" },
    });
    expect(answerRead("kubernetes:core/v1:Namespace", "a", {})).toMatchObject({ metadata: { name: "a" } });
  });
});

describe("AWS resources", () => {
  it("are named by their prefix, and a launch template is in its first version; ids are not known", () => {
    expect(create("aws:eks/nodeGroup:NodeGroup", { nodeGroupNamePrefix: "chat-nodes-" })).toEqual({
      state: { nodeGroupName: "chat-nodes-preview", nodeGroupNamePrefix: "chat-nodes-" },
    });
    expect(create("aws:eks/nodeGroup:NodeGroup", { nodeGroupName: "given" }).state.nodeGroupName).toBe("given");
    expect(create("aws:ec2/launchTemplate:LaunchTemplate", {})).toEqual({
      state: { latestVersion: 1, defaultVersion: 1 },
    });
    expect(create("aws:iam/role:Role", { tags: {} })).toEqual({ state: { tags: {} } });
  });

  it("that exist are looked up as stand-ins", () => {
    expect(answerInvoke("aws:eks/getCluster:getCluster", { name: "prod" })).toMatchObject({
      name: "prod",
      vpcConfig: { vpcId: "vpc-preview", clusterSecurityGroupId: "sg-preview" },
    });
  });
});

describe("random values", () => {
  const result = (type: string, inputs: WireObject, key: string) => create(`random:index/x:${type}`, inputs).state[key];

  it("of a password are secret, of the length asked for, and the same in each run", () => {
    const password = result("RandomPassword", { length: 40 }, "result") ?? null;
    expect(password).toEqual(secret(unwrap(password)));
    expect(unwrap(password)).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(result("RandomPassword", { length: 40 }, "result")).toEqual(password);
    expect(unwrap(password)).not.toContain(unwrap(result("RandomPassword", { length: 20 }, "bcryptHash") ?? null));
  });

  it("differ between resources", () => {
    const of = (urn: string) =>
      answerCreate({ type: "random:index/x:RandomString", name: "", urn, inputs: { length: 9 }, provider: undefined })
        .state.result;
    expect(of("a")).toMatch(/^\w{9}$/);
    expect(of("a")).not.toBe(of("b"));
  });

  it("have the shape of their kind", () => {
    expect(result("RandomUuid", {}, "result")).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(result("RandomId", { byteLength: 4, prefix: "p-" }, "hex")).toMatch(/^p-[0-9a-f]{8}$/);
    expect(result("RandomInteger", { min: 5 }, "result")).toBe(5);
  });
});

describe("other answers", () => {
  it("of unknown providers repeat the inputs and know no id", () => {
    expect(create("aws:s3/bucket:Bucket", { a: 1 })).toEqual({ state: { a: 1 } });
  });

  it("mark what the program wants secret", () => {
    expect(markSecrets({ a: 1, b: 2 }, ["a", "c"])).toEqual({ a: secret(1), b: 2 });
  });

  it("guard what is secret by its nature, though the program gives it in clear", () => {
    expect(guardInputs("kubernetes:core/v1:Secret", { data: { a: "b" }, type: "Opaque" })).toEqual({
      data: secret({ a: "b" }),
      type: "Opaque",
    });
    expect(guardInputs("pulumi:providers:kubernetes", { kubeconfig: "x" })).toEqual({ kubeconfig: secret("x") });
    expect(guardInputs("kubernetes:core/v1:ConfigMap", { data: { a: "b" } })).toEqual({ data: { a: "b" } });
  });

  it("to functions are there only for those that need no provider", () => {
    expect(answerInvoke("kubernetes:yaml:decode", { text: "a: 1\n---\n---\nb: 2\n" })).toEqual({
      result: [{ a: 1 }, { b: 2 }],
    });
    expect(answerInvoke("aws:index/getRegion:getRegion", {})).toBeUndefined();
  });
});
