import type { Parsed } from "./cli/parse";
import type { Environment } from "./environment";

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
  /** The stand-in's own: STAND_IN_TOKENS_PER_SECOND, of each running sequence. */
  tokensPerSecond: number;
  /** The stand-in's own: STAND_IN_PROMPT_TOKENS_PER_SECOND, of each sequence. */
  promptTokensPerSecond: number;
  /** The stand-in's own: STAND_IN_TEARDOWN_SECONDS, from the end of the last request to the end of the process. */
  teardownSeconds: number;
  /** The stand-in's own: STAND_IN_ABORT=error. Without time to drain, requests end with an error; else they are left without an end. */
  abortWithError: boolean;
  /** The stand-in's own: STAND_IN_FAULTS=1 opens POST /stand-in/fault. */
  faults: boolean;
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
    tokensPerSecond: variable(env, "STAND_IN_TOKENS_PER_SECOND", 200),
    promptTokensPerSecond: variable(env, "STAND_IN_PROMPT_TOKENS_PER_SECOND", 100_000),
    teardownSeconds: variable(env, "STAND_IN_TEARDOWN_SECONDS", 0),
    abortWithError: env.STAND_IN_ABORT === "error",
    faults: env.STAND_IN_FAULTS === "1",
  };
}

/** Options that change what is listened on or spoken, which the stand-in cannot do and must not seem to. */
const notDone = [
  "config",
  "grpc",
  "headless",
  "ssl-certfile",
  "ssl-keyfile",
  "uds",
  "data-parallel-multi-port-external-lb",
];

/** Connectors that hand a request's KV cache to another engine. */
const handsOver = ["NixlConnector", "NixlPullConnector", "NixlPushConnector", "MooncakeConnector", "MoRIIOConnector"];

/** What of a valid command line the stand-in does not do, in words; undefined: it does all that matters. */
export function notSupported(options: Parsed["options"]): string | undefined {
  const flag = notDone.find((name) => options.has(name) && options.get(name) !== false);
  if (flag) return `The stand-in does not do --${flag}. Use the real engine for this case.`;
  const transfer = options.get("kv-transfer-config");
  const connector = typeof transfer === "object" && transfer && "kv_connector" in transfer && transfer.kv_connector;
  if (typeof connector !== "string" || !handsOver.includes(connector)) return undefined;
  return `The stand-in does not transfer KV caches (${connector}). Use the real engine for this case.`;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function variable(env: Environment, name: string, otherwise: number): number {
  const value = env[name] === undefined ? otherwise : Number(env[name]);
  if (!Number.isFinite(value) || value < 0)
    throw new Error(`${name} must be a number of 0 or more; it is '${env[name]}'.`);
  return value;
}
