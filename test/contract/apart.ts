import {
  type EngineArgs,
  engineCommand,
  httpPort,
  type PDDisaggregationSpec,
  planPDDisaggregation,
  type TransferArgs,
  transferConfig,
} from "@sonar-iac/topology";
import fc from "fast-check";

/** One generated layout of prefill and decode: what topology says of it, and both command lines that would run. */
export interface Apart {
  id: string;
  /** Problems that topology finds; empty when it accepts. */
  problems: string[];
  lines: { id: string; argv: string[]; env: Record<string, string> }[];
}

/** The model that the engine's checks are made with. */
const model = { source: "org/model", attentionHeads: 32, layers: 36, contextLimit: 40960 };

/** Mostly what is usual: one wrong thing hides what the engine says of the others. */
const rarely = <T, U>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<U>, weight = 14) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare });
const nothing = fc.constant(undefined);
const none = fc.constant<Record<string, string>>({});

const harmless = fc.constantFrom<Record<string, unknown>>({}, { "enable-prefix-caching": false }, { seed: 3 });
/** Options that both sides must have, and some that neither may. */
const telling = fc.constantFrom<Record<string, unknown>>(
  { "block-size": 32 },
  { "attention-backend": "FLASH_ATTN" },
  { "disable-hybrid-kv-cache-manager": true },
  { "speculative-config": { method: "ngram", num_speculative_tokens: 2, prompt_lookup_max: 3 } },
  { "hf-overrides": { rope_theta: 500000 } },
  { "kv-offloading-size": 4 },
  { "no-such-option": 1 },
);

const environment = rarely(
  none,
  fc.constantFrom<Record<string, string>>(
    { PYTORCH_CUDA_ALLOC_CONF: "expandable_segments:True" },
    { PYTORCH_CUDA_ALLOC_CONF: "max_split_size_mb:128" },
  ),
);

const side = (stages: fc.Arbitrary<number>) =>
  fc.record({
    parallelism: fc.record({ tensor: rarely(fc.constantFrom(1, 2, 4, 8), fc.constant(3)), pipeline: stages }),
    engine: fc.record({
      extraArgs: rarely(harmless, telling, 6),
      environment,
      kvCacheDtype: rarely(nothing, fc.constantFrom("auto", "fp8"), 6),
    }),
  });

const apart = fc.record({
  prefill: side(fc.constantFrom(1, 1, 2, 4)),
  decode: side(rarely(fc.constant(1), fc.constant(2))),
  // most services give what must be equal once for both
  engine: fc.record({
    dtype: fc.constantFrom(undefined, "bfloat16", "float16"),
    extraArgs: rarely(harmless, telling, 2),
  }),
  maxLength: rarely(fc.constantFrom<number | "auto">(4096, 32768), fc.constantFrom<number | "auto">("auto", 40961)),
  kvLoadFailure: fc.constantFrom(undefined, "fail" as const, "recompute" as const),
  transfer: fc.record({
    mode: rarely(nothing, fc.constantFrom("pull" as const, "push" as const), 4),
    leaseSeconds: rarely(fc.constantFrom(undefined, 12, 60), fc.constant(5)),
    backends: rarely(
      fc.constantFrom<string[] | undefined>(undefined, ["UCX"], ["LIBFABRIC", "UCX"]),
      fc.constant<string[]>([]),
    ),
    sideChannelPort: rarely(fc.constantFrom(undefined, 5600, 14590), fc.constant(2242)),
  }),
});

/** The same layouts in every run. */
export function layoutsApart(count: number): Apart[] {
  return fc.sample(apart, { seed: 20_242, numRuns: count }).map(({ maxLength, ...rest }, i) => {
    const spec: PDDisaggregationSpec = { platform: { nodes: {} }, model: { ...model, maxLength }, ...rest };
    const { plan, problems } = planPDDisaggregation("layout", spec);
    const lines = (["prefill", "decode"] as const).map((role) => {
      const rank = plan?.pools[role]?.ranks[0];
      const { argv, env } = rank ?? refused(role, spec);
      return { id: `apart-${i}-${role}`, argv: argv.slice(2), env };
    });
    return { id: `apart-${i}`, problems: problems.map(({ path, message }) => `${path}: ${message}`), lines };
  });
}

/** What one side of a refused layout would run, for the engine to refuse too. */
function refused(role: "prefill" | "decode", spec: PDDisaggregationSpec) {
  const { parallelism = {}, engine: own = {} } = spec[role];
  const shared = spec.engine ?? {};
  const engine: EngineArgs = { ...shared, ...own };
  const extra = Object.entries({ ...shared.extraArgs, ...own.extraArgs }).flatMap(([name, value]) => {
    if (typeof value === "boolean") return [`--${value ? "" : "no-"}${name}`];
    return [`--${name}`, typeof value === "object" ? JSON.stringify(value) : String(value)];
  });
  const transfer = transferOf(spec.transfer, spec.prefill.parallelism?.pipeline ?? 1);
  const argv = engineCommand({
    model: { source: model.source, servedName: "model", maxLength: spec.model.maxLength ?? "auto" },
    engine,
    parallelism,
    drainSeconds: 605,
    transfer: transferConfig(role, { ...transfer, loadFailure: spec.kvLoadFailure ?? "fail" }),
    extra,
  });
  return { argv, env: { ...own.environment, APHRODITE_NIXL_SIDE_CHANNEL_PORT: String(transfer.sideChannelPort) } };
}

function transferOf(given: TransferArgs = {}, stages: number) {
  const { mode = stages > 1 ? "push" : "pull", leaseSeconds = 30, backends = ["UCX"], sideChannelPort } = given;
  return {
    connector: mode === "push" ? ("NixlPushConnector" as const) : ("NixlConnector" as const),
    mode,
    leaseSeconds,
    leaseMarginSeconds: 0,
    backends,
    sideChannelPort: sideChannelPort ?? httpPort,
    sideChannelPorts: 1,
  };
}
