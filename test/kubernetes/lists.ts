import type { FuncKeywordDefinition, SchemaValidateFunction } from "ajv";
import { isRecord } from "./path";

const message = (first: number, second: number, keys: [string, unknown][]) => {
  const named = keys.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(" and ");
  return `[${first}] and [${second}] both have ${named}; a server-side apply refuses that`;
};

/** What the keys of an item are, with defaults for those it leaves out; undefined when it has none of them. */
function keysOf(item: unknown, defaults: Record<string, unknown>): [string, unknown][] | undefined {
  if (!isRecord(item)) return undefined;
  const keys = Object.keys(defaults).map((key): [string, unknown] => [key, item[key] ?? defaults[key] ?? undefined]);
  return keys.some(([key]) => item[key] !== undefined) ? keys : undefined;
}

const validate: SchemaValidateFunction = (defaults: Record<string, unknown>, list: unknown[]) => {
  const seen = new Map<string, number>();
  const errors: { keyword: string; message: string }[] = [];
  list.forEach((item, index) => {
    const keys = keysOf(item, defaults);
    if (keys === undefined) return;
    const first = seen.get(JSON.stringify(keys));
    if (first === undefined) seen.set(JSON.stringify(keys), index);
    else errors.push({ keyword: "uniqueBy", message: message(first, index, keys) });
  });
  validate.errors = errors;
  return errors.length === 0;
};

/**
 * The keyword `uniqueBy: { key: default }` of lists that are maps (`x-kubernetes-list-type: map`): no two items may have
 * the same keys.
 */
export const UNIQUE_BY: FuncKeywordDefinition = {
  keyword: "uniqueBy",
  type: "array",
  schemaType: "object",
  errors: true,
  validate,
};
