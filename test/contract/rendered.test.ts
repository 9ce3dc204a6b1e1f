import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ReplicatedServiceArgs } from "@sonar-iac/pulumi";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { planReplicated } from "../../packages/pulumi/src/services/plan";
import { caches, serviceOf } from "../components/aws/storage";
import { platformOf } from "../components/aws/storageMade";
import { argsOf, variants } from "../components/variants";
import { realEngine } from "../engine/real/available";
import { type Answer, checkWithEngine } from "./engineCheck";

const golden = resolve(__dirname, "../golden");

interface Line {
  id: string;
  argv: string[];
  env: Record<string, string>;
}

/** A word as the kubelet hands it on. */
const word = (text: string) => text.replaceAll("$$", () => "$");

/** Commands of the examples, as they stand in the reviewed manifests. */
const examples: Line[] = readdirSync(golden, { recursive: true })
  .map(String)
  .filter((file) => file.includes("statefulset"))
  .map((file) => {
    const engine = parse(readFileSync(join(golden, file), "utf8")).spec.template.spec.containers[0];
    const plain = engine.env.filter((variable: { value?: string }) => variable.value !== undefined);
    return {
      id: file,
      argv: engine.args.slice(2).map(word),
      env: Object.fromEntries(plain.map(({ name, value }: { name: string; value: string }) => [name, word(value)])),
    };
  });

/** Commands of the services that the component tests render. */
const rendered: Line[] = [
  ...Object.entries(variants).map(([id, variant]) => lineOf(id, argsOf(variant))),
  ...Object.entries(caches).map(([id, variant]) =>
    lineOf(`weights on ${id}`, { ...serviceOf(variant), platform: platformOf(variant.cache) }),
  ),
];

function lineOf(id: string, args: ReplicatedServiceArgs): Line {
  const { plan, problems } = planReplicated("qwen3", args);
  const rank = plan?.pools.serve?.ranks[0];
  if (!rank) throw new Error(`variant "${id}" has no plan: ${JSON.stringify(problems)}`);
  return { id, argv: rank.argv.slice(2), env: rank.env };
}

// with CI set a missing engine fails in engineCheck.test.ts
const { available, reason } = realEngine();

describe.skipIf(!available)(`every command line that is rendered ${reason}`.trim(), () => {
  const lines = [...examples, ...rendered];
  let answers: Map<unknown, Answer>;
  beforeAll(async () => {
    answers = new Map((await checkWithEngine(lines)).map((answer) => [answer.id, answer]));
  }, 600_000);

  it("is there", () => expect(examples.length).toBeGreaterThanOrEqual(3));
  it.each(lines.map(({ id }) => id))("is accepted by the engine: %s", (id) =>
    expect(answers.get(id)).toMatchObject({ ok: true }),
  );

  it("serves with the parallel sizes that were planned", () => {
    expect(answers.get("tensor and pipeline parallel")?.resolved).toMatchObject({
      tensor_parallel_size: "4",
      pipeline_parallel_size: "2",
      world_size: "8",
    });
  });
});
