import { givenOptions } from "../engine/given";
import { findOption } from "../engine/options";
import { engineVersion } from "../engine/version";
import type { Problem, RankPlan, TransferPlan } from "../plan";

/** What an engine of one side runs. */
export type Running = Pick<RankPlan, "argv" | "env">;

/** What of the transfer both sides share. */
type Pair = Pick<TransferPlan, "connector" | "mode" | "backends">;

/** One thing that engines must have in common to exchange KV caches. */
export interface CompatibilityFactor {
  /** In words, as in `CompatibilityPlan.fields`. */
  name: string;
  /** Options that decide it. */
  options: readonly string[];
  /** Variable that decides it. */
  variable?: string;
  /** Argument that sets it, below `prefill` or `decode`. */
  path: string;
}

const extraArgs = "engine.extraArgs";

/**
 * What both sides must have in common. The engine compares some of it when two meet, and fails the request; revision, tokenizer, what makes the
 * prompt and overrides of the model's configuration it does not compare at all, and gives wrong text.
 */
export const compatibilityFactors: readonly CompatibilityFactor[] = [
  { name: "revision", options: ["revision", "code-revision"], path: extraArgs },
  { name: "tokenizer", options: ["tokenizer", "tokenizer-revision", "tokenizer-mode"], path: extraArgs },
  { name: "model configuration", options: ["hf-overrides", "hf-config-path", "config-format"], path: extraArgs },
  {
    name: "prompt template",
    options: [
      "chat-template",
      "chat-template-content-format",
      "default-chat-template-kwargs",
      "exclude-tools-when-tool-choice-none",
      "trust-request-chat-template",
    ],
    path: extraArgs,
  },
  { name: "media processing", options: ["mm-processor-kwargs", "media-io-kwargs"], path: extraArgs },
  { name: "LoRA adapters", options: ["enable-lora", "lora-modules", "default-mm-loras"], path: extraArgs },
  { name: "dtype", options: ["dtype"], path: "engine.dtype" },
  { name: "quantization", options: ["quantization"], path: extraArgs },
  { name: "KV cache dtype", options: ["kv-cache-dtype"], path: "engine.kvCacheDtype" },
  { name: "layers without KV quantization", options: ["kv-cache-dtype-skip-layers"], path: extraArgs },
  { name: "KV cache layout", options: [], variable: "APHRODITE_KV_CACHE_LAYOUT", path: "engine.environment" },
  { name: "block size", options: ["block-size"], path: extraArgs },
  { name: "attention backend", options: ["attention-backend", "attention-config"], path: extraArgs },
  { name: "hybrid KV cache manager", options: ["disable-hybrid-kv-cache-manager"], path: extraArgs },
  { name: "Mamba cache", options: ["mamba-block-size", "mamba-cache-dtype", "mamba-ssm-cache-dtype"], path: extraArgs },
  {
    name: "speculative decoding",
    options: ["speculative-config", "spec-method", "spec-model", "spec-tokens"],
    path: extraArgs,
  },
];

/** The fields of one side, from its final command line and environment. */
export function compatibilityFields(side: Running, { connector, mode, backends }: Pair): Record<string, string> {
  const given = givenOptions(side.argv);
  return {
    "engine version": engineVersion,
    model: side.argv[2] ?? "",
    ...Object.fromEntries(compatibilityFactors.map((field) => [field.name, textOf(field, given, side.env)])),
    connector,
    "transfer mode": mode,
    transports: backends.join(", "),
  };
}

function textOf(
  { options, variable }: CompatibilityFactor,
  given: Map<string, string[] | false>,
  env: Running["env"],
): string {
  const several = options.length > 1;
  const parts = options.flatMap((option) => {
    const words = given.get(option);
    if (words === undefined) return [];
    const value = words === false ? "off" : words.join(" ") || "on";
    // what the engine would take anyway is the same as nothing
    if (value === String(findOption(option)?.default ?? "")) return [];
    return [several ? `${option}=${value}` : value];
  });
  if (variable !== undefined && env[variable] !== undefined) parts.push(env[variable]);
  return parts.join(" ") || "the engine's choice";
}

/** A problem for each field in which the sides differ: such engines cannot exchange KV caches. */
export function compatibilityProblems(prefill: Running, decode: Running, transfer: Pair): Problem[] {
  const p = compatibilityFields(prefill, transfer);
  const d = compatibilityFields(decode, transfer);
  return compatibilityFactors.flatMap(({ name, path }): Problem[] => {
    const [here = "", there = ""] = [p[name], d[name]];
    if (here === there) return [];
    const side = there === "the engine's choice" ? "prefill" : "decode";
    const where =
      path === extraArgs ? `engine: { extraArgs }` : path === "engine.environment" ? "engine: { environment }" : path;
    return [
      {
        path: `${side}.${path}`,
        message: `the ${name} is ${here} in prefill and ${there} in decode, but engines that differ in it cannot exchange KV caches. Give it once for both: ${where} of the service.`,
      },
    ];
  });
}
