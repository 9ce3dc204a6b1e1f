import type { Definition, Values } from "./definition";
import { isEmpty } from "./fields";
import { DEFAULTS, wasFilledIn } from "./names";
import { hasUnknown, same } from "./values";

const inOrder = (value: unknown) =>
  Array.isArray(value)
    ? [...value].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    : value;

/**
 * Inputs that differ; what is unknown may differ.
 *
 * @param unordered lists whose order does not count
 */
export const changedInputs = (before: Values, now: Values, unordered: string[] = []): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((name) => name !== DEFAULTS && !(isEmpty(before[name]) && isEmpty(now[name])))
    .filter((name) => {
      const [old, fresh] = [before[name], now[name]].map(unordered.includes(name) ? inOrder : (value) => value);
      return hasUnknown(fresh) || !same(old, fresh);
    })
    .sort();

/** What a change of inputs means for the resource. */
export interface Difference {
  /** Inputs that differ. */
  changed: string[];
  /** Inputs that AWS cannot change. */
  replaces: string[];
  /** A fixed name is free for the new resource only when the old one is gone. */
  deleteBeforeReplace: boolean;
}

export function difference(definition: Definition, before: Values, now: Values): Difference {
  const { autoname } = definition;
  const changed = changedInputs(before, now, definition.unordered);
  const replaces = changed.filter((name) => isFixed(definition, name, before, now));
  const named = autoname !== undefined && !isEmpty(before[autoname.input]) && !wasFilledIn(now, autoname.input);
  return {
    changed,
    replaces,
    deleteBeforeReplace: replaces.length > 0 && named && before[autoname.input] === now[autoname.input],
  };
}

/** Whether a changed input is one that AWS cannot change, or has such a field that changed. */
function isFixed({ fixed, fixedWhen }: Definition, name: string, before: Values, now: Values): boolean {
  const field = (inputs: Values, path: string) => ((inputs[name] ?? {}) as Values)[path];
  const inner = fixed.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
  return (
    name === "region" ||
    fixed.includes(name) ||
    inner.some((path) => changedInputs({ path: field(before, path) }, { path: field(now, path) }).length > 0) ||
    (fixedWhen?.(now, before).includes(name) ?? false)
  );
}
