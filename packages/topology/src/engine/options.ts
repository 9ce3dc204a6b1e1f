import { corrections } from "./corrections";
import type { EngineOption } from "./option";
import table from "./tables/options.generated.json";

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
