import { isMap } from "./yaml";

/** Whether a value of a stack file is encrypted, as a whole or in parts. */
export function hasSecure(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasSecure);
  return isMap(value) && (isSecure(value) || Object.values(value).some(hasSecure));
}

/**
 * A value with a placeholder for each encrypted part: a text that is recognisable and different for each key; an empty map or
 * list where one is declared.
 */
export function placeholders(value: unknown, key: string, made: (text: string) => void, type?: string): unknown {
  if (Array.isArray(value)) return value.map((item, index) => placeholders(item, `${key}-${index}`, made));
  if (!isMap(value)) return value;
  if (!isSecure(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, placeholders(item, `${key}-${name}`, made)]),
    );
  }
  if (type === "object") return {};
  if (type === "array") return [];
  const text = `preview-secret-${key.replace(/[^A-Za-z0-9]+/g, "-")}`;
  made(text);
  return text;
}

function isSecure(value: Record<string, unknown>): boolean {
  return typeof value.secure === "string" && Object.keys(value).length === 1;
}
