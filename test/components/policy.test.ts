import { evaluate, type Value, viewOf } from "@sonar-iac/policy";
import * as sonar from "@sonar-iac/pulumi";
import { expect, it } from "vitest";
import { deploy } from "./harness";
import { multiNodeArgsOf, multiNodeVariants } from "./multiNodeVariants";
import { pdArgsOf, pdVariants } from "./pdVariants";

/** What mandatory rules say of a program's resources, decided or open. */
async function refusals(program: () => unknown): Promise<string[]> {
  const { resources } = await deploy(program);
  const views = resources
    .filter(({ kind }) => kind === "custom")
    .map((one) =>
      viewOf({ ...one, dependsOn: one.options.dependsOn }, JSON.parse(JSON.stringify(one.inputs)) as Value),
    );
  // engines must be among them, else no rule has anything to say
  expect(views.map(({ type }) => type)).toContainEqual(expect.stringMatching(/:(LeaderWorkerSet|StatefulSet)$/));
  return evaluate(views)
    .filter(({ level }) => level === "mandatory")
    .map(({ rule, resource, message }) => `${rule}: ${resource}: ${message}`);
}

/** What the arguments of a variant ask for against a rule: no NetworkPolicy, an Ingress without TLS. */
const askedFor: Record<string, readonly string[]> = {
  "MultiNodePipeline with a platform of its own": ["network-policy-present"],
  "PDDisaggregation with its own ports and image": ["public-load-balancer-tls"],
  "PDDisaggregation with a platform of its own": ["network-policy-present"],
};

const programs: [string, () => unknown][] = [
  ...Object.entries(multiNodeVariants).map(([name, variant]): [string, () => unknown] => [
    `MultiNodePipeline with ${name}`,
    () => void new sonar.MultiNodePipeline("big", multiNodeArgsOf(variant)),
  ]),
  ...Object.entries(pdVariants).map(([name, variant]): [string, () => unknown] => [
    `PDDisaggregation with ${name}`,
    () => void new sonar.PDDisaggregation("qwen3", pdArgsOf(variant)),
  ]),
];

it.each(programs)("no mandatory rule stops %s", async (name, program) => {
  const rules = askedFor[name] ?? [];
  const found = await refusals(program);
  expect(found.filter((text) => !rules.some((rule) => text.startsWith(`${rule}: `)))).toEqual([]);
  // what is excepted must be there
  expect(rules.filter((rule) => !found.some((text) => text.startsWith(`${rule}: `)))).toEqual([]);
});

it("says what a mandatory rule has against a component", async () => {
  const variant = multiNodeVariants["data parallel ranks of two nodes each"] as (typeof multiNodeVariants)[string];
  const container = { resources: { limits: { "nvidia.com/gpu": "16" }, requests: { "nvidia.com/gpu": "16" } } };
  const args = { ...multiNodeArgsOf(variant), overrides: { engine: { container } } };
  expect(await refusals(() => void new sonar.MultiNodePipeline("big", args))).toEqual([
    expect.stringMatching(/^gpus-fit-node: .* runs 8 ranks in this pod .* asks for 16 GPUs/),
  ]);
});
