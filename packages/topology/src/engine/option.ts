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
