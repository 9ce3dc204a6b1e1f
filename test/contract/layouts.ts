import { engineCommand, findOption, planReplicatedService, type ReplicatedServiceSpec } from "@sonar-iac/topology";
import fc from "fast-check";

/** One generated layout: what topology says of it, and the command line that would run. */
export interface Layout {
  id: string;
  spec: ReplicatedServiceSpec;
  /** Problems that topology finds; empty when it accepts. */
  problems: string[];
  /** As after `aphrodite serve`, made even of what topology refuses. */
  argv: string[];
}

/** The model that the engine's checks are made with. */
const shape = { attentionHeads: 32, layers: 36, contextLimit: 40960 };

const choices = (option: string) =>
  fc.constantFrom(...(findOption(option)?.choices ?? []).map(String), "no-such-value");
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const layout = fc.record({
  tensor: fc.constantFrom(1, 2, 3, 4, 6, 8, 16, 32, 64),
  pipeline: fc.constantFrom(1, 1, 2, 3, 4, 37),
  maxLength: fc.constantFrom<number | "auto">("auto", 0, 1, 4096, 32768, 40960, 40961),
  gpuMemoryUtilization: optional(fc.constantFrom(0, 0.01, 0.5, 0.9, 1, 1.1)),
  maxSequences: optional(fc.constantFrom(0, 1, 64, 256, 1024)),
  maxBatchedTokens: optional(fc.constantFrom(0, 1, 128, 2048, 8192, 65536)),
  dtype: optional(choices("dtype")),
  kvCacheDtype: optional(choices("kv-cache-dtype")),
  extraArgs: fc.constantFrom<Record<string, unknown>>(
    {},
    {},
    { "enable-prefix-caching": true },
    { "enable-prefix-caching": false, seed: 3 },
    { "enable-chunked-prefill": false },
    { "no-such-option": 2 },
    { "block-size": "large" },
    { "scheduling-policy": "fifo" },
    { "limit-mm-per-prompt": "{" },
    { "block-size": 32 },
    { "max-loras": 2, "enable-lora": true },
    { "generation-config": "auto", "override-generation-config": { temperature: 0.5 } },
    { "limit-mm-per-prompt": { image: 2 } },
    { "structured-outputs-config": { backend: "xgrammar" } },
    { "async-scheduling": true },
    { "scheduling-policy": "priority" },
    { "kv-cache-memory-bytes": "4G" },
    { "enable-log-requests": true, "disable-uvicorn-access-log": true },
  ),
});

/** The same layouts in every run. */
export function layouts(count: number): Layout[] {
  return fc.sample(layout, { seed: 20_241, numRuns: count }).map((made, i) => {
    const { tensor, pipeline, maxLength, extraArgs, ...engine } = made;
    const spec: ReplicatedServiceSpec = {
      platform: { nodes: {} },
      model: { source: "org/model", maxLength, ...shape },
      parallelism: { tensor, pipeline },
      engine: { ...engine, extraArgs },
    };
    const { plan, problems } = planReplicatedService("layout", spec);
    const own = plan?.pools.serve?.ranks[0]?.argv ?? [];
    return {
      id: `layout-${i}`,
      spec,
      problems: problems.map(({ path, message }) => `${path}: ${message}`),
      argv: (plan ? own : refusedCommand(spec)).slice(2),
    };
  });
}

/** The command of a layout that topology refuses, for the engine to refuse too. */
function refusedCommand({ model, parallelism = {}, engine = {} }: ReplicatedServiceSpec): string[] {
  const extra = Object.entries(engine.extraArgs ?? {}).flatMap(([name, value]) => {
    if (typeof value === "boolean") return [`--${value ? "" : "no-"}${name}`];
    return [`--${name}`, typeof value === "object" ? JSON.stringify(value) : String(value)];
  });
  return engineCommand({
    model: { source: model.source, servedName: "model", maxLength: model.maxLength ?? "auto" },
    engine,
    parallelism,
    drainSeconds: 605,
    extra,
  });
}
