import type { Problem } from "../plan/problem";
import { findVariable, variableNames } from "./environment";
import { didYouMean, nearest } from "./nearest";
import { engineVersion } from "./version";

const path = "engine.environment";
const prefix = "APHRODITE_";

/** Checks the user's environment variables. `owned`: names that a typed field sets, and that field. Names that begin with APHRODITE_ must be in
 *  the engine's table; others pass, unless they look like keys. Variables with a problem are left out of `env`, which is sorted by name. */
export function extraEnvironment(
  env: Record<string, unknown>,
  owned: ReadonlyMap<string, string>,
): { env: Record<string, string>; problems: Problem[] } {
  const problems: Problem[] = [];
  const good: [string, string][] = [];
  for (const [name, value] of Object.entries(env)) {
    const wrong = wrongName(name, owned);
    if (wrong !== undefined) problems.push({ path, value: name, message: `"${name}" ${wrong}` });
    else if (typeof value !== "string") problems.push({ path, message: `"${name}" ${notText(value)}` });
    else if (value.includes("\0")) problems.push({ path, message: `"${name}" holds a NUL character. Remove it.` });
    else good.push([name, value]);
  }
  good.sort(([a], [b]) => (a < b ? -1 : 1));
  return { env: Object.fromEntries(good), problems };
}

function wrongName(name: string, owned: ReadonlyMap<string, string>): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    return "is not a name of an environment variable. Use letters, digits and _, and no digit first.";
  }
  const field = owned.get(name);
  if (field !== undefined)
    return `is set by ${field}. ${field.includes(":") ? "Leave it out." : "Set it there instead."}`;
  if (namesSecret(name))
    return "may hold a key, which would stand in clear in manifests. Keys come from a Secret: use apiKeys, huggingFaceToken or secretEnvironment.";
  if (name.startsWith(prefix) && !findVariable(name)) return unknown(name);
  return undefined;
}

/** Whether a variable's name says that its value is a secret. */
export function namesSecret(name: string): boolean {
  const words = name.toUpperCase().split("_");
  if (!words.some((w) => /(SECRET|PASSWORD|PASSWD)/.test(w) || /(KEY|TOKEN)S?\d*$/.test(w))) return false;
  // A file's place is not its content, and InfiniBand's partition keys are numbers.
  if (/_(FILE|PATH|DIR)$/.test(name.toUpperCase()) || words.includes("PKEY")) return false;
  // In the engine's own names TOKEN counts tokens of text.
  return !(findVariable(name) && name.startsWith(prefix) && !name.endsWith("_KEY"));
}

function unknown(name: string): string {
  // The common prefix would make every name look near.
  const names = variableNames()
    .filter((n) => n.startsWith(prefix))
    .map((n) => n.slice(prefix.length));
  const near = nearest(name.slice(prefix.length), names, 3).map((n) => prefix + n);
  const way =
    near.length > 0 ? didYouMean(near) : `The engine would ignore it. Leave it out, or use a name without ${prefix}.`;
  return `is not a variable of aphrodite ${engineVersion}. ${way}`;
}

function notText(value: unknown): string {
  if (value === null || value === undefined) return `is ${value}. Leave it out.`;
  if (typeof value === "number" || typeof value === "boolean")
    return `is ${value}. Variables are text: write "${value}".`;
  return "is not text. Variables are text: give a string.";
}
