import { listForm } from "../../../../packages/topology/src/engine/optionForms";
import { type Found, lookup } from "./lookup";
import { ParserError } from "./parserError";
import { readValue, wrong } from "./value";
import { rewrite, splitAtEquals } from "./words";

/** Options by flag name without dashes; only those that were given. */
export interface Parsed {
  model: string | undefined;
  options: Map<string, unknown>;
}

/** Reads what follows `aphrodite serve`, against the engine's own table of options. Throws ParserError. */
export function parse(argv: readonly string[]): Parsed {
  const { words, dotted } = rewrite(argv);
  const options = new Map<string, unknown>();
  const unknown: string[] = [];
  let model: string | undefined;
  for (let i = 0; i < words.length; ) {
    const word = words[i] ?? "";
    const [name, given] = splitAtEquals(word);
    const found = looksLikeOption(word) ? lookup(name) : undefined;
    if (found) {
      const end = endOfValues(words, i + 1);
      i += 1 + take(options, found, given, words.slice(i + 1, end));
    } else {
      if (!looksLikeOption(word) && model === undefined) model = word;
      else unknown.push(word);
      i++;
    }
  }
  addDotted(options, dotted, unknown);
  if (unknown.length > 0) throw new ParserError("aphrodite", `unrecognized arguments: ${unknown.join(" ")}`);
  const named = options.get("model");
  return { model: typeof named === "string" ? named : model, options };
}

/** Numbers below zero and JSON are values, however they begin. */
function looksLikeOption(word: string): boolean {
  return word.startsWith("-") && word.length > 1 && !/^-\d*\.?\d+$/.test(word) && !word.includes(" ");
}

function endOfValues(words: readonly string[], from: number): number {
  let end = from;
  while (end < words.length && !looksLikeOption(words[end] ?? "")) end++;
  return end;
}

/** Stores the option; returns how many of the words after it were its values. */
function take(
  options: Parsed["options"],
  { option, negated }: Found,
  given: string | undefined,
  after: string[],
): number {
  if (option.type === "bool") {
    if (given !== undefined) throw wrong(option, `ignored explicit argument '${given}'`);
    options.set(option.flag, !negated);
    return 0;
  }
  const form = listForm(option.flag);
  const several = option.type === "list" && form.as === "words";
  const values = given !== undefined ? [given] : several ? after : after.slice(0, 1);
  if (values.length === 0) throw wrong(option, `expected ${several ? "at least one" : "one"} argument`);
  const read = values.map((v) => readValue(option, v));
  const before = options.get(option.flag);
  const repeated = option.type === "list" && form.as === "repeat" && Array.isArray(before) ? before : [];
  options.set(option.flag, several || form.as === "repeat" ? [...repeated, ...read] : read[0]);
  return given !== undefined ? 0 : values.length;
}

function addDotted(options: Parsed["options"], dotted: Map<string, Record<string, unknown>>, unknown: string[]): void {
  for (const [flag, value] of dotted) {
    const found = lookup(flag);
    if (!found?.option.type.startsWith("json")) unknown.push(flag, JSON.stringify(value));
    else options.set(found.option.flag, value);
  }
}
