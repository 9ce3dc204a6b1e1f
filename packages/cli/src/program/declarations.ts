import type { Faults } from "./problems";
import { isMap } from "./yaml";

/** Types that Pulumi.yaml can declare. Source: Pulumi's project schema. */
const TYPES = ["string", "integer", "boolean", "array", "object"];

/** Type of a configuration value; `items` for arrays. */
export interface ConfigType {
  type: string;
  items?: ConfigType;
}

/** A configuration value as Pulumi.yaml declares it. */
export interface Declaration {
  /** Full key: `sonar:replicas`. */
  key: string;
  type?: ConfigType;
  /** Used where the stack says nothing. */
  fallback?: unknown;
  /** The stack must hold it encrypted. */
  secret: boolean;
}

/** Adds the project's name to a key that has no namespace. */
export function fullKey(project: string, key: string): string {
  // the old form of a key: sonar:config:replicas
  return key.includes(":") ? key.replace(/^([^:]+):config:/, "$1:") : `${project}:${key}`;
}

/** Reads the `config` section: typed declarations, `value`, and plain values as a short form of a default. */
export function readDeclarations(project: string, config: unknown, faults: Faults): Map<string, Declaration> {
  const declarations = new Map<string, Declaration>();
  if (!isMap(config)) return declarations;
  for (const [written, entry] of Object.entries(config)) {
    const key = fullKey(project, written);
    const path = `config.${written}`;
    if (!isMap(entry)) {
      declarations.set(key, { key, fallback: entry ?? undefined, secret: false });
      continue;
    }
    const unknown = Object.keys(entry).filter((one) => !KEYS.has(one));
    if (unknown.length > 0) {
      faults.add(
        path,
        `Pulumi knows ${[...KEYS].join(", ")} here, not ${unknown.join(", ")}. Put a structured value under default.`,
      );
      continue;
    }
    if (entry.default !== undefined && entry.value !== undefined)
      faults.add(path, "Has both default and value. Keep one.");
    const own = key.startsWith(`${project}:`);
    if (!own && (entry.type !== undefined || entry.default !== undefined)) {
      faults.add(path, `Only the project's own keys (${project}:…) have a type or a default. Use value.`);
    }
    if (!own && entry.value === undefined) faults.add(path, "A key of another namespace needs a value.");
    const type = entry.type === undefined ? undefined : readType(entry, path, faults);
    const fallback = entry.value ?? entry.default;
    const declaration = { key, fallback, secret: entry.secret === true, ...(type && { type }) };
    const mismatch = type !== undefined && fallback !== undefined && fallback !== null && !hasType(fallback, type);
    if (mismatch) faults.add(path, `The default is not of type ${typeName(type)}.`, fallback);
    declarations.set(key, declaration);
  }
  return declarations;
}

const KEYS = new Set(["type", "items", "description", "secret", "default", "value"]);

/** Whether a value, as YAML or as the text that Pulumi passes on, is of a type. Source: Pulumi's own check. */
export function hasType(value: unknown, type: ConfigType): boolean {
  switch (type.type) {
    case "string":
      return typeof value === "string";
    case "integer":
      return Number.isInteger(value) || (typeof value === "string" && /^[+-]?\d+$/.test(value));
    case "boolean":
      return typeof value === "boolean" || value === "true" || value === "false";
    case "object":
      return isMap(value);
    default: {
      const { items } = type;
      return Array.isArray(value) && (items === undefined || value.every((item) => hasType(item, items)));
    }
  }
}

/** `array<string>` and the like. */
export function typeName(type: ConfigType): string {
  return type.items === undefined ? type.type : `array<${typeName(type.items)}>`;
}

function readType(entry: Record<string, unknown>, path: string, faults: Faults): ConfigType | undefined {
  const { type, items } = entry;
  if (typeof type !== "string" || !TYPES.includes(type)) {
    faults.add(`${path}.type`, `Pulumi knows the types ${TYPES.join(", ")}.`, type);
    return undefined;
  }
  if (type !== "array") return { type };
  if (isMap(items)) {
    const inner = readType(items, `${path}.items`, faults);
    return inner === undefined ? { type } : { type, items: inner };
  }
  faults.add(`${path}.items`, "An array needs items with the type of its elements.");
  return { type };
}
