import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { type RecordOptions, record } from "./record";
import { Recording } from "./recording";
import { loadSdk } from "./sdk";
import { redact } from "./wire";

const sdk = loadSdk(__dirname);

async function run(program: () => unknown, options: Partial<RecordOptions> = {}): Promise<Recording> {
  const recording = new Recording("app", "dev");
  await record(sdk, recording, program, { root: __dirname, ...options });
  return recording;
}

class Group extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("test:index:Group", name, {}, opts);
  }
}

const map = (name: string, args: k8s.core.v1.ConfigMapArgs = {}, opts?: pulumi.CustomResourceOptions) =>
  new k8s.core.v1.ConfigMap(name, args, opts);

describe("a recording", () => {
  it("has the resources in the order of the program, without the stack", async () => {
    const { resources, errors } = await run(() => {
      const parent = new Group("outer");
      map("b", { data: { late: pulumi.output(Promise.resolve("x")) } }, { parent });
      map("a");
    });
    expect(errors).toEqual([]);
    expect(resources.map(({ name, kind }) => [name, kind])).toEqual([
      ["outer", "component"],
      ["b", "custom"],
      ["a", "custom"],
    ]);
    expect(resources[1]?.urn).toBe("urn:pulumi:dev::app::test:index:Group$kubernetes:core/v1:ConfigMap::b");
    expect(resources[1]?.parent).toBe(resources[0]?.urn);
    expect(resources[0]?.id).toBeUndefined();
  });

  it("keeps the options", async () => {
    const { resources } = await run(() => {
      const first = map("first");
      const aliases = ["urn:pulumi:dev::app::a:b:C::old", { name: "older" }];
      map("second", {}, { dependsOn: first, protect: true, retainOnDelete: true, ignoreChanges: ["data"], aliases });
    });
    const [first, second] = resources;
    expect(second?.options).toMatchObject({
      protect: true,
      retainOnDelete: true,
      ignoreChanges: ["data"],
      dependsOn: [first?.urn],
    });
    expect(second?.options.aliases).toEqual([
      "urn:pulumi:dev::app::a:b:C::old",
      expect.objectContaining({ name: "older" }),
    ]);
    expect(first?.options).toMatchObject({ protect: false, dependsOn: [], aliases: [] });
  });

  it("has the stack's outputs, with secrets marked and unknown values told", async () => {
    const { outputs, secrets } = await run(async () => {
      const service = new k8s.core.v1.Service("web", {});
      return {
        name: service.metadata.name,
        key: pulumi.interpolate`Bearer ${pulumi.secret("s3cret-key")}`,
        ip: service.status,
      };
    });
    expect(redact(outputs)).toEqual({ name: "web", key: "[secret]", ip: "[unknown]" });
    expect(secrets.scrub("Bearer s3cret-key")).toBe("[secret]");
  });

  it("gives the program its configuration", async () => {
    const program = () => {
      const config = new pulumi.Config();
      return {
        n: config.requireNumber("n"),
        key: config.requireSecret("key"),
        stack: pulumi.getStack(),
        dry: pulumi.runtime.isDryRun(),
      };
    };
    const { outputs } = await run(program, { config: { "app:n": "3", "app:key": "abc" }, secretKeys: ["app:key"] });
    expect(redact(outputs)).toEqual({ n: 3, key: "[secret]", stack: "dev", dry: true });
  });

  it("starts afresh each time", async () => {
    await run(() => map("one"));
    const { resources, errors } = await run(() => map("one"));
    expect([resources.length, errors.length]).toEqual([1, 0]);
  });
});

describe("what the real engine would refuse", () => {
  it("two resources of one URN, though their parents differ", async () => {
    const { errors } = await run(() => {
      map("same", {}, { parent: new Group("left") });
      map("same", {}, { parent: new Group("right") });
      map("same");
    });
    expect(errors).toHaveLength(1);
    expect(errors[0]?.component).toBe('ConfigMap "same"');
    expect(errors[0]?.message).toMatch(
      /two resources.*test:index:Group\$kubernetes:core\/v1:ConfigMap::same.*another name/,
    );
  });

  it("the children of a duplicate are not reported again", async () => {
    const { errors } = await run(() => {
      for (const _ of [1, 2]) map("child", {}, { parent: new Group("same") });
    });
    expect(errors.map(({ component }) => component)).toEqual(['Group "same"']);
  });

  it("a provider function that only the provider could answer", async () => {
    const { errors } = await run(() => pulumi.runtime.invoke("aws:index/getRegion:getRegion", {}));
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("no answer for invoke aws:index/getRegion:getRegion"),
    ]);
  });

  it("what the program throws, once and without a stack", async () => {
    const { errors } = await run(() => {
      map("one");
      throw new Error("no such model");
    });
    expect(errors).toEqual([
      {
        component: null,
        path: "",
        message: "no such model",
        position: expect.stringMatching(/^record\.test\.ts:\d+$/),
      },
    ]);
  });

  it("a program that waits for ever, with the resources and inputs that wait", async () => {
    const { errors } = await run(
      () => {
        const stuck = map("stuck", { metadata: { labels: { a: "b" } }, data: { a: new Promise<string>(() => {}) } });
        map("behind", { metadata: { namespace: stuck.metadata.name } });
      },
      { timeoutSeconds: 0.5 },
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(
      /within 0.5 s.*ConfigMap "stuck" waits for input data; ConfigMap "behind" waits for input metadata\./,
    );
  });
});

describe("what stands for a provider", () => {
  it("answers what a chart's YAML holds", async () => {
    const { resources, errors } = await run(() => {
      new k8s.yaml.ConfigGroup("yaml", { yaml: "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: from-yaml }\n" });
    });
    expect(errors).toEqual([]);
    expect(resources.map(({ type }) => type)).toContain("kubernetes:core/v1:ConfigMap");
  });

  it("reads a resource that exists by its id", async () => {
    const { resources, outputs } = await run(async () => ({
      name: k8s.core.v1.Secret.get("there", "ns/there").metadata.name,
    }));
    expect(resources.map(({ kind, id }) => [kind, id])).toEqual([["read", "ns/there"]]);
    expect(outputs).toEqual({ name: "there" });
  });

  it("puts objects into the provider's namespace", async () => {
    const { resources } = await run(() => {
      const provider = new k8s.Provider("there", { namespace: "llm" });
      map("in-provider", {}, { provider });
      map("in-own", { metadata: { namespace: "other" } }, { provider });
      new k8s.core.v1.Namespace("none", {}, { provider });
    });
    expect(resources.map(({ id }) => id)).toEqual(["there-preview", "llm/in-provider", "other/in-own", "none"]);
  });
});
