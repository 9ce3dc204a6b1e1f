/** How the engine's parser takes the values of list options, where the options table only says "list".
 *  Source: the parser of 0.24.1 itself, its actions listed and each form tried. */
export interface ListForm {
  /** - `words`: `--flag a b`.
   *  - `repeat`: `--flag a --flag b`.
   *  - `json`: one word, a JSON array. */
  as: "words" | "repeat" | "json";
  /** What an element is; `text-or-json` takes an object too, written as JSON. */
  of: "text" | "integer" | "text-or-json";
}

const forms: Record<string, ListForm> = {
  "allowed-headers": { as: "json", of: "text" },
  "allowed-methods": { as: "json", of: "text" },
  "allowed-origins": { as: "json", of: "text" },
  "cudagraph-capture-sizes": { as: "words", of: "integer" },
  "lora-modules": { as: "words", of: "text-or-json" },
  middleware: { as: "repeat", of: "text" },
  "numa-bind-nodes": { as: "words", of: "integer" },
};

/** The form of a list option, by its name without dashes. */
export function listForm(flag: string): ListForm {
  return forms[flag] ?? { as: "words", of: "text" };
}

/** Options whose form is not the usual one. */
export const unusualForms: readonly string[] = Object.keys(forms);
