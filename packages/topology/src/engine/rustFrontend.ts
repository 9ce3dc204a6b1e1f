import type { Problem } from "../plan/problem";
import { canonicalName, findOption } from "./options";

/** Options that the Rust frontend refuses: with one of them it ends at once, and so does the engine.
 *  Source: the frontend of 0.24.1, started with each option of the table in turn. */
export const rustRefused: readonly string[] = [
  "aggregate-engine-logging",
  "allowed-local-media-path",
  "allowed-media-domains",
  "collect-detailed-traces",
  "config",
  "default-mm-loras",
  "disable-fastapi-docs",
  "enable-force-include-usage",
  "enable-log-deltas",
  "enable-log-outputs",
  "enable-offline-docs",
  "enable-prompt-embeds",
  "enable-ssl-refresh",
  "exclude-tools-when-tool-choice-none",
  "grpc",
  "h11-max-header-count",
  "h11-max-incomplete-event-size",
  "hf-config-path",
  "hf-overrides",
  "hf-token",
  "io-processor-plugin",
  "kv-sharing-fast-prefill",
  "log-config-file",
  "log-error-stack",
  "max-log-len",
  "media-io-kwargs",
  "middleware",
  "mm-processor-cache-gb",
  "mm-processor-cache-type",
  "mm-processor-kwargs",
  "otlp-traces-endpoint",
  "override-generation-config",
  "reasoning-parser-plugin",
  "response-role",
  "return-tokens-as-token-ids",
  "root-path",
  "skip-tokenizer-init",
  "stream-interval",
  "tokenizer",
  "tokenizer-revision",
  "tokens-only",
  "tool-parser-plugin",
  "tool-server",
  "trust-request-chat-template",
  "uvicorn-log-level",
];

/** Options that the Rust frontend ignores, with a warning in its log. Same source. */
export const rustIgnored: readonly string[] = [
  "api-server-count",
  "disable-access-log-for-endpoints",
  "disable-uvicorn-access-log",
  "enable-auto-tool-choice",
  "enable-server-load-tracking",
  "enable-tokenizer-info-endpoint",
  "structured-outputs-config",
];

/** A problem for each used option that the Rust frontend refuses. Takes flags as they stand in a command line, in any spelling:
 *  "--no-enable-log-deltas", "--root-path=/x", "root-path". */
export function rustFrontendProblems(usedFlags: Iterable<string>): Problem[] {
  return used(usedFlags, rustRefused).map((flag) => ({
    path: "engine.frontend",
    value: "rust",
    message: `the Rust frontend does not start with "${flag}". Leave that option out, or use the frontend "python".`,
  }));
}

/** A warning for each used option that the Rust frontend ignores. */
export function rustFrontendWarnings(usedFlags: Iterable<string>): Problem[] {
  return used(usedFlags, rustIgnored).map((flag) => ({
    path: "engine.frontend",
    value: "rust",
    message: `the Rust frontend ignores "${flag}". Leave that option out, or use the frontend "python".`,
  }));
}

function used(usedFlags: Iterable<string>, among: readonly string[]): string[] {
  const flags = new Set([...usedFlags].map((f) => optionOf(f.replace(/=.*$/s, ""))));
  return among.filter((flag) => flags.has(flag));
}

function optionOf(spelling: string): string {
  const name = canonicalName(spelling);
  return findOption(name)?.flag ?? name.replace(/^no-/, "");
}
