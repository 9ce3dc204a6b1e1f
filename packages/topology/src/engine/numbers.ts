/** Numbers as the engine's parser reads them from a command line. */

const factors: Record<string, number> = {
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  K: 2 ** 10,
  M: 2 ** 20,
  G: 2 ** 30,
  T: 2 ** 40,
};

/** A whole number, from a number or from digits; undefined for anything else, for fractions and beyond 2^53. */
export function readInteger(value: unknown): number | undefined {
  if (typeof value === "string" && !/^[+-]?\d+$/.test(value)) return undefined;
  const read = typeof value === "string" ? Number(value) : value;
  return Number.isSafeInteger(read) ? (read as number) : undefined;
}

/** A finite number, from a number or from its usual notations. */
export function readFloat(value: unknown): number | undefined {
  if (typeof value === "string" && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return undefined;
  const read = typeof value === "string" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : undefined;
}

/** A whole number that may have a suffix: 32k and 1.5m are decimal, 32K binary and without a fraction. */
export function readHumanInteger(value: unknown): number | undefined {
  const parts = typeof value === "string" ? /^(\d+)(\.\d+)?([kKmMgGtT])$/.exec(value) : null;
  if (!parts) return readInteger(value);
  const [, whole = "", fraction = "", suffix = ""] = parts;
  if (fraction !== "" && suffix === suffix.toUpperCase()) return undefined;
  return readInteger(Math.trunc(Number(whole + fraction) * (factors[suffix] ?? Number.NaN)));
}

/** Bounds of a number, named as in JSON Schema. */
export interface Bounds {
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
}

/** What a number violates, in words ("at least 1"); undefined when it is within. */
export function outside(
  n: number,
  { minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Bounds,
): string | undefined {
  if (minimum !== undefined && n < minimum) return `at least ${minimum}`;
  if (exclusiveMinimum !== undefined && n <= exclusiveMinimum) return `above ${exclusiveMinimum}`;
  if (maximum !== undefined && n > maximum) return `at most ${maximum}`;
  if (exclusiveMaximum !== undefined && n >= exclusiveMaximum) return `below ${exclusiveMaximum}`;
  return undefined;
}
