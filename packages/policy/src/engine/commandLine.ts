import { canonicalName, type EngineOption, findOption } from "@sonar-iac/topology";
import { NotHere } from "../rule";
import type { Fields } from "../view";
import { isReference } from "./references";
import { notKnown, textOf, type Word } from "./word";

/** An option as it was given. */
export interface GivenOption {
  /** As written: `--max-model-length`. */
  spelling: string;
  /** What the engine's table says of it; undefined for what it does not have. */
  option?: EngineOption;
  /** The words of its value; none for a switch. */
  values: Word[];
  at: Fields;
}

/** What follows `aphrodite serve`, or another way to start the server. */
export interface CommandLine {
  /** The positional argument. */
  model?: Word;
  options: GivenOption[];
  /** A word that is not known yet and may be any option. */
  open?: Word;
}

/** Words as options of the engine's table, as its parser takes them. */
export function parseOptions(words: Word[]): CommandLine {
  const line: CommandLine = { options: [] };
  let last: GivenOption | undefined;
  for (const word of words) {
    const { text, at, written } = word;
    const [spelling, value] = split(text ?? written ?? "");
    if (spelling.startsWith("-") && !spelling.includes("$")) {
      last = { spelling, option: optionOf(spelling), values: value === undefined ? [] : [valueIn(word, value)], at };
      line.options.push(last);
      if (value !== undefined) last = undefined;
    } else if (last !== undefined && takes(last)) last.values.push(word);
    else if (text !== undefined || namesModel(word)) line.model ??= word;
    else line.open ??= word;
  }
  return line;
}

/** A variable before all options that is named for it. */
const namesModel = ({ written = "" }: Word) => isReference(written) && /model/i.test(written);

/** A value in one word with its option. */
const valueIn = ({ text, at, written }: Word, value: string): Word =>
  text !== undefined || !written?.includes("$") ? { text: value, at } : { at, written: value };

function split(text: string): [spelling: string, value?: string] {
  if (!/^--?[A-Za-z]/.test(text)) return [""];
  // -O3 and -O=3 are the level 3
  const level = /^-O=?(\w+)$/.exec(text)?.[1];
  if (level !== undefined) return ["-O", level];
  // one word that holds a blank is no option to the engine, but what follows may be a key, which no message repeats
  const [, spelling = text, value] = /^([^=\s]+)(?:=|\s+)([\s\S]*)$/.exec(text) ?? [];
  return [spelling, value];
}

function optionOf(spelling: string): EngineOption | undefined {
  if (spelling === "-O") return findOption("optimization-level");
  // a field of a JSON option may be given by itself: --kv-transfer-config.kv_role
  const found = findOption(spelling.split(".")[0] ?? spelling);
  if (found !== undefined) return spelling.includes(".") && !found.type.startsWith("json") ? undefined : found;
  const negated = /^--no-(.+)$/.exec(spelling)?.[1];
  const option = negated === undefined ? undefined : findOption(negated);
  return option?.negatable ? option : undefined;
}

/** Whether the option takes one more word: switches take none, lists any number. */
function takes({ option, values }: GivenOption): boolean {
  if (option === undefined || option.type === "list") return true;
  return option.type !== "bool" && values.length === 0;
}

/** The last value given for an option, `true` for a switch, `false` for its negation; undefined where it is not given.
 * @throws UnknownValue or NotHere where the command line does not say it */
export function optionValue(line: CommandLine, name: string): string | boolean | undefined {
  const given = line.options.filter(({ option, spelling }) => option?.flag === name && !spelling.includes(".")).at(-1);
  if (given === undefined) return notGiven(line, name);
  if (/^--no-/.test(given.spelling) && canonicalName(given.spelling) !== name) return false;
  const [value] = given.values;
  if (value === undefined) return true;
  return textOf(value);
}

/** Whether an option that the command line does not have may be given all the same. */
function notGiven({ options, open }: CommandLine, name: string): undefined {
  if (open !== undefined) throw notKnown(open, `, which may be --${name}`);
  // the command line goes before the file
  const file = options.find(({ option }) => option?.flag === "config");
  if (file === undefined || name === "config") return;
  throw new NotHere(
    `--${name} is not on the command line, and may stand in the file of --config (${file.at}), which is not seen here`,
  );
}

/** The words of an option as they are written, variables and all; undefined where it is not given.
 * @throws UnknownValue where one comes later */
export function writtenOption({ options }: CommandLine, name: string): string | undefined {
  const given = options.filter(({ option }) => option?.flag === name).at(-1);
  return given?.values.map((word) => word.written ?? textOf(word)).join(" ");
}

/** All words of the last time that a list was given. */
export function listWords({ options }: CommandLine, name: string): string[] {
  const given = options.filter(({ option }) => option?.flag === name).at(-1);
  return (given?.values ?? []).map(textOf);
}

/** Fields of a JSON option that were given by themselves. */
export function fieldValues({ options }: CommandLine, name: string): Record<string, string> {
  const fields = options.filter(({ option, spelling }) => option?.flag === name && spelling.includes("."));
  return Object.fromEntries(
    fields.map(({ spelling, values: [value] }) => [
      spelling.slice(spelling.indexOf(".") + 1),
      value === undefined ? "true" : textOf(value),
    ]),
  );
}
