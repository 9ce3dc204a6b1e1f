import type { Problem } from "../plan/problem";
import { didYouMean, nearest } from "./nearest";
import type { EngineOption } from "./option";
import { listForm } from "./optionForms";
import { canonicalName, findOption, optionNames } from "./options";
import { optionValue } from "./optionValue";
import { engineVersion } from "./version";

export { extraEnvironment, namesSecret } from "./extraEnvironment";

const path = "engine.extraArgs";

/** Options whose value is a key, which a command line would show. */
export const keyOptions: ReadonlyMap<string, string> = new Map([
  ["api-key", "would show keys in the command line. Keys come from a Secret: use apiKeys."],
  ["hf-token", "would show a key in the command line. Keys come from a Secret: use huggingFaceToken."],
]);

/** Options that no field sets and that must not be given either. */
const refused: ReadonlyMap<string, string> = new Map([
  ...keyOptions,
  ["config", "names a file with more options, which nothing here could check. Give those options one by one."],
]);

/** Checks options in the user's spelling against the engine's table and writes them as arguments, sorted by option.
 *  `owned`: option names ("max-model-len") that a typed field sets, and that field. Options with a problem are left out of `argv`. */
export function extraArgv(
  extraArgs: Record<string, unknown>,
  owned: ReadonlyMap<string, string>,
): { argv: string[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const spelled = new Map<string, string>();
  const rendered = new Map<string, string[]>();
  for (const [key, value] of Object.entries(extraArgs)) {
    const found = place(key, owned);
    if (typeof found === "string") {
      problems.push({ path, value: key, message: found });
      continue;
    }
    const earlier = spelled.get(found.flag);
    if (earlier !== undefined) {
      problems.push({ path, value: key, message: `"${key}" and "${earlier}" are the same option. Keep one of them.` });
      rendered.delete(found.flag);
      continue;
    }
    spelled.set(found.flag, key);
    const result = render(found, value);
    if ("wrong" in result) problems.push({ path, ...harmless(value), message: `"${key}" ${result.wrong}` });
    else rendered.set(found.flag, result.words);
  }
  const argv = [...rendered].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, words]) => words);
  return { argv, problems };
}

/** The option of this key that may be given, or why there is none. */
function place(key: string, owned: ReadonlyMap<string, string>): EngineOption | string {
  const option = findOption(key);
  if (!option) return unknown(key, owned);
  const field = owned.get(option.flag);
  // A colon begins a reason why nothing sets it; else the field is the way out.
  if (field !== undefined)
    return `"${key}" is set by ${field}. ${field.includes(":") ? "Leave it out." : "Set it there instead."}`;
  const why = refused.get(option.flag);
  return why === undefined ? option : `"${key}" ${why}`;
}

function unknown(key: string, owned: ReadonlyMap<string, string>): string {
  const name = canonicalName(key);
  const positive = name.startsWith("no-") ? findOption(name.slice(3)) : undefined;
  if (positive?.negatable)
    return `"${key}" is the negation of "${positive.flag}". Write "${positive.flag}": false instead.`;
  const [start = "", ...rest] = name.split(".");
  if (rest.length > 0 && findOption(start)?.type.startsWith("json")) {
    return `"${key}" names one field of "${start}". Give "${start}" an object instead, with that field in it.`;
  }
  const near = nearest(name, optionNames(), 3);
  const sets = near
    .filter((n) => owned.has(n))
    .map((n) => `${near.length === 1 ? "That one" : `"${n}"`} is set by ${owned.get(n)}.`);
  const way = near.length > 0 ? didYouMean(near) : "`aphrodite serve --help=all` lists the options.";
  return [`"${key}" is not an option of aphrodite ${engineVersion}.`, way, ...sets].join(" ");
}

function render(option: EngineOption, value: unknown): { words: string[] } | { wrong: string } {
  const flag = `--${option.flag}`;
  if (option.type === "bool") return flagOnly(option, value);
  const result = optionValue(option, value);
  if ("wrong" in result) return result;
  if (option.type === "list" && listForm(option.flag).as === "repeat") {
    return { words: result.words.flatMap((word) => attached(flag, [word])) };
  }
  return { words: attached(flag, result.words) };
}

/** A word that starts with "-" must hang on its flag, or the parser takes it for another flag. */
function attached(flag: string, words: string[]): string[] {
  return words.length === 1 && words[0]?.startsWith("-") ? [`${flag}=${words[0]}`] : [flag, ...words];
}

function flagOnly(option: EngineOption, value: unknown): { words: string[] } | { wrong: string } {
  if (value === true) return { words: [`--${option.flag}`] };
  if (value === false && option.negatable) return { words: [`--no-${option.flag}`] };
  if (value === false) return { wrong: "is off unless it is given, and cannot be negated. Leave it out." };
  if (value === null || value === undefined)
    return { wrong: `is ${value}. Leave it out to keep the engine's default.` };
  return { wrong: "is a switch. Give true or false, without quotes." };
}

/** Texts and objects may hold keys, so a problem never carries them. */
function harmless(value: unknown): { value?: unknown } {
  return typeof value === "number" || typeof value === "boolean" ? { value } : {};
}
