import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import { describe, expect, it } from "vitest";
import { deploy, manifests, UNKNOWN, unknown, value } from "./harness";

class Group extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("test:index:Group", name, { size: 1, password: pulumi.secret("hunter2") }, opts);
    this.registerOutputs({ url: "http://a", key: pulumi.secret("k") });
  }
}

const never = new Promise<string>(() => {});
const map = (
  name: string,
  data: pulumi.Input<Record<string, pulumi.Input<string>>>,
  opts?: pulumi.CustomResourceOptions,
) => new k8s.core.v1.ConfigMap(name, { data }, opts);

describe("deploy", () => {
  it("records what was registered, with parents and options", async () => {
    const { resources, stack } = await deploy(() => {
      const parent = new Group("outer");
      map("outer-a", { a: "1" }, { parent, protect: true, ignoreChanges: ["data"], retainOnDelete: true });
    });
    const [outer, inner] = resources;
    expect(resources).toHaveLength(2);
    expect(outer).toMatchObject({ type: "test:index:Group", name: "outer", parent: stack, kind: "component" });
    expect(outer?.inputs).toEqual({ size: 1, password: "hunter2" });
    expect(outer?.secrets).toEqual(["password"]);
    expect(outer?.outputs).toEqual({ url: "http://a", key: "k" });
    expect(outer?.outputSecrets).toEqual(["key"]);
    expect(inner).toMatchObject({ type: "kubernetes:core/v1:ConfigMap", parent: outer?.urn, kind: "custom" });
    expect(inner?.options).toMatchObject({ protect: true, retainOnDelete: true, ignoreChanges: ["data"] });
  });

  it("tells a component that registers nothing from one that forgets to", async () => {
    class Quiet extends pulumi.ComponentResource {
      constructor(name: string, calls: boolean) {
        super("test:index:Quiet", name);
        if (calls) this.registerOutputs({ absent: undefined });
      }
    }
    const { resources } = await deploy(() => [new Quiet("calls", true), new Quiet("forgets", false)].length);
    expect(resources.map(({ name, outputs }) => [name, outputs])).toEqual([
      ["calls", {}],
      ["forgets", undefined],
    ]);
  });

  it("starts afresh each time", async () => {
    await deploy(() => map("first", {}));
    const { resources } = await deploy(() => map("second", {}));
    expect(resources.map(({ name }) => name)).toEqual(["second"]);
  });

  it("waits for what comes late", async () => {
    const { resources, outputs } = await deploy(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const late = new Promise<string>((resolve) => setTimeout(() => resolve("x"), 20));
      const first = map("first", { late });
      map("second", { name: first.metadata.name });
      return { name: first.metadata.name };
    });
    expect(resources.map(({ inputs }) => inputs.data)).toEqual([{ late: "x" }, { name: "first-abc123" }]);
    expect(outputs).toEqual({ name: "first-abc123" });
  });

  it("makes a physical name that is not the logical one, unless it is given", async () => {
    const names = await deploy(() => {
      const given = new k8s.core.v1.Service("b", { metadata: { name: "given", namespace: "llm" } });
      const prefixed = new k8s.batch.v1.Job("c", { metadata: { generateName: "fetch-" } });
      const role = new k8s.rbac.v1.ClusterRole("d", {});
      return { a: map("a", {}).metadata, b: given.metadata, c: prefixed.metadata.name, d: role.metadata, id: given.id };
    });
    expect(names.outputs).toEqual({
      a: { name: "a-abc123", namespace: "default", uid: "a-uid" },
      b: { name: "given", namespace: "llm", uid: "b-uid" },
      c: "fetch-abc123",
      d: { name: "d-abc123", uid: "d-uid" },
      id: "llm/given",
    });
  });

  it("knows no made-up name, id or password in a preview", async () => {
    const { resources } = await deploy(
      () => {
        const key = new random.RandomPassword("key", { length: 20 });
        const first = map("first", { known: "1" });
        map("second", {
          id: first.id,
          name: first.metadata.name,
          password: key.result,
          known: first.data.apply((data) => data.known ?? ""),
        });
      },
      { preview: true },
    );
    const second = resources.find(({ name }) => name === "second");
    expect(second?.inputs.data).toEqual({ id: UNKNOWN, name: UNKNOWN, password: UNKNOWN, known: "1" });
    expect(second?.unknowns).toEqual(["data.id", "data.name", "data.password"]);
  });

  it("tells which inputs were secret, to the leaf", async () => {
    const { resources, secrets } = await deploy(() => {
      const key = new random.RandomPassword("key", { length: 20 });
      map("a", { plain: "x", secret: pulumi.interpolate`key=${key.result}` });
      new k8s.core.v1.Secret("b", { stringData: { key: key.result } });
    });
    expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{20}$/)]);
    const data = resources.find(({ name }) => name === "a");
    expect(data?.inputs.data).toEqual({ plain: "x", secret: `key=${secrets[0]}` });
    expect(data?.secrets).toEqual(["data.secret"]);
    expect(resources.find(({ name }) => name === "b")?.secrets).toContain("stringData");
  });

  it("tells the explicit provider", async () => {
    const { resources } = await deploy(() => {
      const provider = new k8s.Provider("explicit", { kubeconfig: "{}" });
      const parent = new Group("outer", { providers: [provider] });
      map("outer-a", {}, { parent });
      map("b", {});
    });
    const urn = resources.find(({ name }) => name === "explicit")?.urn;
    expect(urn).toContain("pulumi:providers:kubernetes::explicit");
    const providers = resources.map(({ name, provider }) => [name, provider]);
    expect(Object.fromEntries(providers)).toEqual({ explicit: "", outer: "", "outer-a": urn, b: "" });
  });

  it("gives configuration, and forgets it", async () => {
    const read = () => ({ replicas: new pulumi.Config("sonar").get("replicas") ?? "none" });
    expect((await deploy(read, { config: { "sonar:replicas": "3" } })).outputs).toEqual({ replicas: "3" });
    expect((await deploy(read)).outputs).toEqual({ replicas: "none" });
  });

  it("answers provider functions that it has an answer for, and no others", async () => {
    const program = () => pulumi.runtime.invoke("test:index:lookup", { a: 1 });
    const calls = { "test:index:lookup": () => ({ b: 2 }) };
    expect((await deploy(program, { calls })).outputs).toEqual({ b: 2 });
    await expect(deploy(program)).rejects.toThrow('test:index:lookup has no answer; give deploy one: calls: { "test:');
  });

  it("answers in place of the fake providers, and not in a preview", async () => {
    const run = (preview: boolean) => {
      const program = () => {
        const { id, metadata } = map("a", { key: pulumi.secret("hunter2") });
        map("b", { seen: pulumi.interpolate`${id} ${metadata.name}` });
      };
      const answer = ({ name }: { name: string }) =>
        name === "a" ? { id: "sg-1", state: { metadata: { name: "given" }, data: {} } } : undefined;
      return deploy(program, { preview, answer });
    };
    const { resources } = await run(false);
    expect(resources[1]?.inputs.data).toEqual({ seen: "sg-1 given" });
    // what was sent stands
    expect(resources[0]?.state.data).toEqual({ key: "hunter2" });
    expect(resources[1]?.state.metadata).toMatchObject({ name: "b-abc123" });
    const preview = await run(true);
    expect(preview.resources[1]?.unknowns).toEqual(["data.seen"]);
  });

  it("adds to what the program sees", async () => {
    const state = ({ type }: { type: string }) => (type.includes("Config") ? { data: { a: "2" } } : undefined);
    expect((await deploy(() => ({ a: map("a", { a: "1" }).data.a }), { state })).outputs).toEqual({ a: "2" });
  });

  it("throws what the program throws", async () => {
    const failing = async () => {
      map("a", {});
      throw new Error("no such model");
    };
    await expect(deploy(failing)).rejects.toThrow("no such model");
    await expect(deploy(() => failing())).rejects.toThrow("no such model");
  });

  it("names the resources that wait for ever", async () => {
    const program = () => {
      const waiting = map("waiting", { a: never });
      map("behind", { a: waiting.metadata.name });
      map("fine", {});
    };
    await expect(deploy(program, { timeoutSeconds: 0.2 })).rejects.toThrow(
      "within 0.2 s; these resources still wait: kubernetes:core/v1:ConfigMap::waiting, kubernetes:core/v1:ConfigMap::behind.",
    );
    await expect(deploy(() => never, { timeoutSeconds: 0.2 })).rejects.toThrow("within 0.2 s; no resource waits.");
  });
});

describe("unknown", () => {
  it("is not known in a preview, and apply does not see it", async () => {
    let seen = false;
    const { resources } = await deploy(
      () => {
        const image = unknown<string>();
        const upper = image.apply((text) => {
          seen = true;
          return text.toUpperCase();
        });
        map("a", { image, upper, both: pulumi.interpolate`${image}:1` });
      },
      { preview: true },
    );
    expect(resources[0]?.inputs.data).toEqual({ image: UNKNOWN, upper: UNKNOWN, both: UNKNOWN });
    expect(seen).toBe(false);
  });
});

describe("value", () => {
  it("waits for an output", async () => {
    const late = new Promise<number>((resolve) => setTimeout(() => resolve(2), 20));
    expect(await value(pulumi.output(late).apply((number) => number + 1))).toBe(3);
    expect(await value(pulumi.secret("k"))).toBe("k");
  });

  it("does not wait for ever", async () => {
    await expect(value(pulumi.output(never), 0.1)).rejects.toThrow("no value within 0.1 s");
  });

  it("refuses what is not known, and passes on what fails", async () => {
    await expect(value(unknown())).rejects.toThrow("not known");
    await expect(value(pulumi.output(Promise.reject(new Error("broken"))))).rejects.toThrow("broken");
  });
});

describe("manifests", () => {
  it("are the objects that the API server would get", async () => {
    const recorded = await deploy(() => {
      new Group("group");
      new random.RandomPassword("key", { length: 20 });
      new k8s.rbac.v1.Role("a", { metadata: { labels: { a: "b" } } });
      new k8s.core.v1.Service("b", { metadata: { name: "given" }, spec: { ports: [{ port: 80, name: undefined }] } });
      new k8s.apiextensions.CustomResource("c", { apiVersion: "example.com/v1", kind: "Widget", spec: { size: 1 } });
      new k8s.core.v1.ConfigMapPatch("d", { metadata: { name: "other" } });
      k8s.core.v1.ConfigMap.get("e", "default/existing");
    });
    expect(manifests(recorded)).toEqual([
      { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name: "a-abc123", labels: { a: "b" } } },
      { apiVersion: "v1", kind: "Service", metadata: { name: "given" }, spec: { ports: [{ port: 80 }] } },
      { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "c-abc123" }, spec: { size: 1 } },
    ]);
  });

  it("leave out what is not known", async () => {
    const recorded = await deploy(() => map("a", { known: "1", unknown: unknown<string>() }), { preview: true });
    expect(manifests(recorded)).toEqual([{ apiVersion: "v1", kind: "ConfigMap", metadata: {}, data: { known: "1" } }]);
  });
});
