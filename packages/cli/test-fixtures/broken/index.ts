import { writeSync } from "node:fs";
import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { FakeService } from "../component";
import { fixturePlan } from "../plan";

class PlanError extends Error {
  readonly __pulumiRunError = true;
  readonly problems = [
    { path: "parallelism.tensor", value: 8, message: "8 GPUs per engine, but a g6.2xlarge node has 1. Use tensor: 1." },
    { path: "replicas", value: 0, message: "At least one." },
  ];
}

const map = (
  name: string,
  data: pulumi.Input<Record<string, pulumi.Input<string>>>,
  opts?: pulumi.CustomResourceOptions,
) => new k8s.core.v1.ConfigMap(name, { data }, opts);
const never = new Promise<string>(() => {});

const cases: Record<string, () => unknown> = {
  invalid: () => {
    throw new PlanError('ReplicatedService "qwen3" cannot be planned:\n  parallelism.tensor  8 GPUs …');
  },
  duplicate: () => [1, 2].map(() => map("twice", {}, { parent: new FakeService("same", fixturePlan("same")) })),
  throws: () => {
    const key = pulumi.secret("topsecret-literal");
    map("first", {});
    throw new Error(`no route to ${"topsecret-literal"} (${typeof key})`);
  },
  rejects: () => {
    map("first", { a: pulumi.output("x").apply(async () => Promise.reject(new Error("the lookup failed"))) });
  },
  hangs: () => {
    const stuck = map("stuck", { a: never });
    map("behind", { a: stuck.metadata.name });
  },
  output: () => ({ fine: 1, waiting: never }),
  busy: () => {
    setInterval(() => {}, 1000);
  },
  waits: () => {
    // past whatever holds back what a program prints
    writeSync(2, "running\n");
    setInterval(() => {}, 1000);
  },
  exits: () => process.exit(0),
  transform: () =>
    map(
      "bent",
      {},
      {
        transforms: [
          () => {
            throw new Error("labels are missing");
          },
        ],
      },
    ),
  invoke: () => pulumi.runtime.invoke("aws:index/getRegion:getRegion", {}),
  asks: () => {
    // nobody waits for the answer
    pulumi.runtime.invoke("kubernetes:yaml:decode", { text: never });
  },
  logs: () => pulumi.log.error("the quota is used up"),
  late: () => {
    setTimeout(() => map("late", {}), 300);
  },
  large: () => Array.from({ length: 300 }, (_, index) => map(`large-${index}`, { text: "x".repeat(4000) })),
};

// what `export =` is for: Pulumi calls an exported function
export = async () => {
  const chosen = cases[new pulumi.Config().require("case")];
  if (chosen === undefined) throw new Error("no such case");
  const made: unknown = await chosen();
  return typeof made === "object" && !Array.isArray(made) ? made : {};
};
