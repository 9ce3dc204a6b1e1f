import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ReplicatedServiceArgs } from "@sonar-iac/pulumi";
import { type PDDisaggregationSpec, planPDDisaggregation } from "@sonar-iac/topology";
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
  .map((file) => ({ file, engine: parse(readFileSync(join(golden, file), "utf8")).spec.template.spec.containers[0] }))
  // store nodes of a KV cache are others
  .filter(({ engine }) => engine.name === "engine")
  .map(({ file, engine }) => {
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

/** Prefill and decode apart, for each thing that changes a command line of theirs. */
const pairs: Record<string, Partial<PDDisaggregationSpec>> = {
  "two sizes": { prefill: { replicas: 4, parallelism: { tensor: 2 } }, decode: { parallelism: { tensor: 4 } } },
  "blocks that are pushed": {
    prefill: { parallelism: { tensor: 2, pipeline: 2 } },
    decode: { parallelism: { tensor: 4 } },
  },
  "another lease, port, transport and policy": {
    kvLoadFailure: "recompute",
    transfer: { leaseSeconds: 120, sideChannelPort: 14590, backends: ["LIBFABRIC"] },
  },
  "what both must have": {
    engine: {
      dtype: "bfloat16",
      kvCacheDtype: "fp8",
      extraArgs: {
        "block-size": 32,
        "disable-hybrid-kv-cache-manager": true,
        "speculative-config": { method: "ngram", num_speculative_tokens: 2, prompt_lookup_max: 3 },
      },
    },
  },
  "options of one side": {
    prefill: { engine: { maxBatchedTokens: 16384, maxSequences: 64, extraArgs: { "enable-prefix-caching": true } } },
    decode: { engine: { gpuMemoryUtilization: 0.95, frontend: "rust" } },
  },
};

const apart: Line[] = Object.entries(pairs).flatMap(([id, over]) => {
  const { plan, problems } = planPDDisaggregation("qwen3", {
    platform: { nodes: {} },
    model: { source: "Qwen/Qwen3-8B", maxLength: 32768 },
    prefill: {},
    decode: {},
    ...over,
  });
  return (["prefill", "decode"] as const).map((role) => {
    const rank = plan?.pools[role]?.ranks[0];
    if (!rank) throw new Error(`"${id}" has no plan: ${JSON.stringify(problems)}`);
    return { id: `${id}, ${role}`, argv: rank.argv.slice(2), env: rank.env };
  });
});

// with CI set a missing engine fails in engineCheck.test.ts
const { available, reason } = realEngine();

describe.skipIf(!available)(`every command line that is rendered ${reason}`.trim(), () => {
  const lines = [...examples, ...rendered, ...apart];
  let answers: Map<unknown, Answer>;
  beforeAll(async () => {
    answers = new Map((await checkWithEngine(lines)).map((answer) => [answer.id, answer]));
  }, 600_000);

  it("is there", () => expect(examples.length).toBeGreaterThanOrEqual(3));
  it.each(lines.map(({ id }) => id))("is accepted by the engine: %s", (id) =>
    expect(answers.get(id)).toMatchObject({ ok: true }),
  );

  it.each(Object.keys(pairs))("makes pairs that the engine finds compatible: %s", (id) => {
    const [prefill, decode] = ["prefill", "decode"].map((role) => answers.get(`${id}, ${role}`)?.resolved);
    expect(prefill?.kv_transfer).toContain("kv_producer");
    expect(decode?.kv_transfer).toContain("kv_consumer");
    expect(prefill?.kv_compatibility).toBe(decode?.kv_compatibility);
    expect(prefill?.kv_compatibility).toMatch(/^[0-9a-f]{64}$/);
  });

  it("serves with the parallel sizes that were planned", () => {
    expect(answers.get("tensor and pipeline parallel")?.resolved).toMatchObject({
      tensor_parallel_size: "4",
      pipeline_parallel_size: "2",
      world_size: "8",
    });
  });
});
