import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { record } from "./record";
import { Recording } from "./recording";
import { loadSdk } from "./sdk";
import { redact } from "./wire";

const sdk = loadSdk(__dirname);

async function run(program: () => unknown): Promise<Recording> {
  const recording = new Recording("app", "dev");
  await record(sdk, recording, program, { root: __dirname });
  return recording;
}

class Group extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("test:index:Group", name, {}, opts);
  }
}

const map = (
  name: string,
  data: pulumi.Input<Record<string, pulumi.Input<string>>>,
  opts?: pulumi.CustomResourceOptions,
) => new k8s.core.v1.ConfigMap(name, { data }, opts);

describe("transforms", () => {
  it("run as in the engine: the resource's own, then its parents', then the stack's", async () => {
    const order: string[] = [];
    const note =
      (who: string): pulumi.ResourceTransform =>
      ({ name }) => {
        if (name === "leaf") order.push(who);
        return undefined;
      };
    const { errors } = await run(() => {
      pulumi.runtime.registerResourceTransform(note("stack"));
      const outer = new Group("outer", { transforms: [note("outer")] });
      const inner = new Group("inner", { parent: outer, transforms: [note("inner")] });
      map("leaf", {}, { parent: inner, transforms: [note("own 1"), note("own 2")] });
    });
    expect(errors).toEqual([]);
    expect(order).toEqual(["own 1", "own 2", "inner", "outer", "stack"]);
  });

  it("change inputs and options of what is recorded", async () => {
    const { resources } = await run(() => {
      const transforms: pulumi.ResourceTransform[] = [
        ({ props, opts }) => ({
          props: { ...props, immutable: true },
          opts: { ...opts, protect: true, ignoreChanges: ["data"] },
        }),
      ];
      map("changed", { a: "b" }, { transforms });
    });
    expect(resources[0]?.inputs).toMatchObject({ data: { a: "b" }, immutable: true });
    expect(resources[0]?.options).toMatchObject({ protect: true, ignoreChanges: ["data"] });
  });

  it("see secrets and unknown values as outputs, and keep them so", async () => {
    const kinds: boolean[] = [];
    const { resources, outputs } = await run(async () => {
      const service = new k8s.core.v1.Service("web", {});
      const ip = service.status.apply((status) => status.loadBalancer.toString());
      const settings = map(
        "settings",
        { key: pulumi.secret("very-secret"), ip },
        {
          parent: new Group("group", {
            transforms: [
              ({ type, props, opts }) => {
                if (type.endsWith(":ConfigMap"))
                  kinds.push(pulumi.Output.isInstance(props.data.key), pulumi.Output.isInstance(props.data.ip));
                return { props, opts };
              },
            ],
          }),
        },
      );
      return { data: settings.data };
    });
    expect(kinds).toEqual([true, true]);
    expect(redact(resources.find(({ name }) => name === "settings")?.inputs.data ?? null)).toEqual({
      key: "[secret]",
      ip: "[unknown]",
    });
    expect(redact(outputs)).toEqual({ data: "[secret]" });
  });

  it("get an input that depends on a resource as one output, when they are the resource's own", async () => {
    const seen: boolean[] = [];
    const { resources } = await run(() => {
      const first = map("first", {});
      map(
        "second",
        { name: first.metadata.name },
        {
          transforms: [
            ({ props, opts }) => {
              seen.push(pulumi.Output.isInstance(props.data));
              return { props, opts };
            },
          ],
        },
      );
    });
    expect(seen).toEqual([true]);
    expect(resources[1]?.inputs.data).toEqual({ name: "first" });
    expect(resources[1]?.options.dependsOn).toEqual([resources[0]?.urn]);
  });

  it("that throw are errors of the resource", async () => {
    const { errors } = await run(() => {
      const fail: pulumi.ResourceTransform = () => {
        throw new Error("labels are missing");
      };
      map("bent", {}, { transforms: [fail] });
    });
    expect(errors).toMatchObject([
      { component: 'ConfigMap "bent"', message: "A transform failed: labels are missing" },
    ]);
  });
});
