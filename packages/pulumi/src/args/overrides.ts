import * as pulumi from "@pulumi/pulumi";

/**
 * Merges a user's overrides over what the library made: objects field by field, lists and values replaced.
 * `undefined` leaves a field as it is.
 */
export function override<T>(base: T, over: unknown): T {
  if (over === undefined) return base;
  if (!isRecord(base) || !isRecord(over)) return over as T;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) merged[key] = override(merged[key], value);
  return merged as T;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null &&
  typeof value === "object" &&
  !Array.isArray(value) &&
  !pulumi.Output.isInstance(value) &&
  !(value instanceof Promise);
