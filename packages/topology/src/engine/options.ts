import { corrections } from "./corrections";
import table from "./tables/options.generated.json";

/** How an option's value is written. `human-int` takes 32k (decimal) and 32K (binary); `json|str` takes either. */
export type OptionType =
  | "bool"
  | "enum"
  | "float"
  | "human-int"
  | "int"
  | 'int|"auto"'
  | "json"
  | "json|str"
  | "list"
  | "str";

/** One option of `aphrodite serve`. Absent fields: none, false, or unknown. */
export interface EngineOption {
  /** Name without dashes: "max-model-len". */
  flag: string;
  /** Short spellings with their dash: "-tp". */
  aliases?: readonly string[];
  type: OptionType;
  choices?: readonly (string | number)[];
  /** Plugins may add choices, so that a value outside `choices` is not an error. */
  choicesOpen?: boolean;
  /** `--no-<flag>` exists. */
  negatable?: boolean;
  /** Bounds that the engine checks, named as in JSON Schema. */
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  /** The nested configuration that a JSON value fills; see `nestedFields`. */
  nested?: string;
  /** Literal default; absent when the engine decides. */
  default?: unknown;
  /** Where a computed default comes from: a variable or a configuration class. */
  defaultFrom?: string;
  /** What the engine decides when the option is not given. */
  resolvedDefault?: string;
  /** The engine's own group of options. */
  group: string;
  help: string;
}

const options = (table.options as readonly EngineOption[]).map((o) => ({ ...o, ...corrections[o.flag] }));
const byName = new Map<string, EngineOption>();
for (const option of options) {
  byName.set(option.flag, option);
  for (const alias of option.aliases ?? []) byName.set(alias.slice(1), option);
}

/** A name as the table spells it: without leading dashes, and with dashes for underscores. */
export function canonicalName(name: string): string {
  return name.replace(/^--?/, "").replaceAll("_", "-");
}

/** The option of this name or alias ("max-model-len", "--max-model-len", "max_model_len", "-tp", "tp"), or undefined.
 *  Positional arguments and `--no-…` spellings are not options. */
export function findOption(nameOrAlias: string): EngineOption | undefined {
  return byName.get(canonicalName(nameOrAlias));
}

/** Names of all options, without dashes, sorted; aliases left out. */
export function optionNames(): string[] {
  return options.map((o) => o.flag);
}
