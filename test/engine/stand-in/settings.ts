import type { Parsed } from "./cli/parse";
import type { Environment } from "./environment";
import { type TransferSettings, transferSettings } from "./transfer/settings";

/** What a stand-in runs with: from the engine's options, the engine's variables, and the stand-in's own variables. */
export interface Settings {
  /** undefined: all addresses. */
  host: string | undefined;
  port: number;
  /** The model as it was named on the command line. */
  model: string;
  /** The first one labels answers and metrics. */
  modelNames: string[];
  maxModelLen: number;
  /** Several from `--api-key`, one from APHRODITE_API_KEY; none: open. */
  apiKeys: string[];
  maxSequences: number;
  maxQueuedRequests: number | undefined;
  maxQueuedTokens: number | undefined;
  /** Seconds that running requests have after SIGTERM; 0: none. */
  shutdownTimeout: number;
  /** APHRODITE_HTTP_TIMEOUT_KEEP_ALIVE, seconds. */
  keepAliveSeconds: number;
  requestIdHeaders: boolean;
  forceUsage: boolean;
  trackLoad: boolean;
  /** The stand-in's own: STAND_IN_LOAD_SECONDS, with the port closed. */
  loadSeconds: number;
  /** The stand-in's own: STAND_IN_LOAD_SIGTERM. What SIGTERM does meanwhile: the load never completes, or the process ends. */
  loadSigterm: "hang" | "exit";
  /** APHRODITE_ENGINE_READY_TIMEOUT_S, seconds: when a load that hangs ends the process. */
  readySeconds: number;
  /** The stand-in's own: STAND_IN_TOKENS_PER_SECOND, of each running sequence. */
  tokensPerSecond: number;
  /** The stand-in's own: STAND_IN_PROMPT_TOKENS_PER_SECOND, of each sequence. */
  promptTokensPerSecond: number;
  /** The stand-in's own: STAND_IN_TEARDOWN_SECONDS, from the end of the last request to the end of the process. */
  teardownSeconds: number;
  /** The stand-in's own: STAND_IN_ABORT. What becomes of requests without time to drain: they end with "abort" or with an error, or are left open. */
  abort: "abort" | "error" | "open";
  /** The stand-in's own: STAND_IN_FAULTS=1 opens POST /stand-in/fault. */
  faults: boolean;
  /** The stand-in's own: STAND_IN_LOG_BODIES=1 keeps headers and bodies of requests for GET /stand-in/log. */
  logBodies: boolean;
  /** KV transfer by NIXL; undefined: none. */
  transfer: TransferSettings | undefined;
}

/** The positions that the real tests' model has; its `--max-model-len` cannot be longer. */
const modelLength = 40_960;

/** Reads the settings. Throws for a number that is none, in a variable, and for a length above the model's. */
export function settings({ model, options }: Parsed, env: Environment): Settings {
  const number = (flag: string) => (typeof options.get(flag) === "number" ? Number(options.get(flag)) : undefined);
  const texts = (flag: string) => strings(options.get(flag));
  const host = options.get("host");
  const length = number("max-model-len") ?? modelLength;
  if (length > modelLength) {
    throw new Error(`max_model_len (${length}) is greater than the model's max_position_embeddings=${modelLength}.`);
  }
  const named = model ?? "Qwen/Qwen3-0.6B";
  const environmentKey = env.APHRODITE_API_KEY ? [env.APHRODITE_API_KEY] : [];
  const names = texts("served-model-name");
  const transfer = transferSettings(options.get("kv-transfer-config"), env);
  return {
    host: typeof host === "string" ? host : undefined,
    port: number("port") ?? 2242,
    model: named,
    modelNames: names.length > 0 ? names : [named],
    maxModelLen: length,
    apiKeys: (options.has("api-key") ? texts("api-key") : environmentKey).filter((key) => key !== ""),
    maxSequences: number("max-num-seqs") ?? 256,
    maxQueuedRequests: number("max-num-queued-reqs"),
    maxQueuedTokens: number("max-num-queued-tokens"),
    shutdownTimeout: number("shutdown-timeout") ?? 0,
    keepAliveSeconds: variable(env, "APHRODITE_HTTP_TIMEOUT_KEEP_ALIVE", 5),
    requestIdHeaders: options.get("enable-request-id-headers") === true,
    forceUsage: options.get("enable-force-include-usage") === true,
    trackLoad: options.get("enable-server-load-tracking") === true,
    loadSeconds: variable(env, "STAND_IN_LOAD_SECONDS", 0),
    loadSigterm: choice(env, "STAND_IN_LOAD_SIGTERM", ["hang", "exit"]),
    readySeconds: variable(env, "APHRODITE_ENGINE_READY_TIMEOUT_S", 600),
    tokensPerSecond: variable(env, "STAND_IN_TOKENS_PER_SECOND", 200),
    promptTokensPerSecond: variable(env, "STAND_IN_PROMPT_TOKENS_PER_SECOND", 100_000),
    teardownSeconds: variable(env, "STAND_IN_TEARDOWN_SECONDS", 0),
    abort: choice(env, "STAND_IN_ABORT", ["open", "abort", "error"]),
    faults: env.STAND_IN_FAULTS === "1",
    logBodies: env.STAND_IN_LOG_BODIES === "1",
    transfer,
  };
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** One of several words; the first is the default. */
function choice<W extends string>(env: Environment, name: string, words: readonly [W, ...W[]]): W {
  const found = env[name] === undefined ? words[0] : words.find((word) => word === env[name]);
  if (found === undefined) throw new Error(`${name} must be one of ${words.join(", ")}; it is '${env[name]}'.`);
  return found;
}

function variable(env: Environment, name: string, otherwise: number): number {
  const value = env[name] === undefined ? otherwise : Number(env[name]);
  if (!Number.isFinite(value) || value < 0)
    throw new Error(`${name} must be a number of 0 or more; it is '${env[name]}'.`);
  return value;
}
