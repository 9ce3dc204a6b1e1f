import { parse } from "yaml";
import { fullKey } from "./declarations";
import { isMap } from "./yaml";

/** A `--config key=value`, taken apart. */
export interface Override {
  /** Full key: `sonar:model`. */
  key: string;
  /** Where inside a structured value; empty for the whole. */
  path: (string | number)[];
  value: unknown;
}

/**
 * Takes `key=value` apart. The key gets the project's namespace unless it has one; a key that is not known as a whole may be a
 * path, `model.maxLength`, `keys[0]`. Text that looks like a map or a list becomes one, and inside a path numbers and booleans
 * too. Throws an Error with the reason.
 */
export function parseOverride(text: string, project: string, known: (key: string) => boolean): Override {
  const equals = text.indexOf("=");
  if (equals <= 0) throw new Error(`--config takes key=value, for example --config replicas=3, not "${text}".`);
  const key = fullKey(project, text.slice(0, equals));
  const raw = text.slice(equals + 1);
  if (known(key) || !/[.[]/.test(key)) return { key, path: [], value: structured(raw, text) };
  const [root, ...path] = parsePath(key);
  return { key: String(root), path, value: scalar(structured(raw, text)) };
}

/** A copy of a value in which the place at a path is replaced; missing maps and lists are made. */
export function setAt(value: unknown, [first, ...rest]: (string | number)[], replacement: unknown): unknown {
  if (first === undefined) return replacement;
  if (typeof first === "number") {
    const list: unknown[] = Array.isArray(value) ? [...value] : [];
    list[first] = setAt(list[first], rest, replacement);
    return list;
  }
  const map = isMap(value) ? value : {};
  return { ...map, [first]: setAt(map[first], rest, replacement) };
}

/** `sonar:model.sizes[0]["a.b"]` as its parts. */
function parsePath(key: string): (string | number)[] {
  const parts: (string | number)[] = [];
  for (const [, word, index, quoted] of key.matchAll(/([^.[\]]+)|\[(\d+)\]|\["([^"]*)"\]/g)) {
    parts.push(index !== undefined ? Number(index) : (quoted ?? word ?? ""));
  }
  return parts;
}

function structured(raw: string, text: string): unknown {
  if (!/^\s*[{[]/.test(raw)) return raw;
  try {
    return parse(raw);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new Error(
      `--config ${text.slice(0, text.indexOf("="))}: the value starts like JSON but is none. ${reason.replace(/:$/, "")}`,
    );
  }
}

/** Inside a structured value, as `pulumi config set --path` reads it. */
function scalar(value: unknown): unknown {
  if (value === "true" || value === "false") return value === "true";
  if (typeof value === "string" && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)) return Number(value);
  return value;
}
