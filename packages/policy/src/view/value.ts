/** Stands for a value that is known only after deployment. */
export const unknownValue: unique symbol = Symbol("known after deployment");

/** A property's value as rules see it: JSON, with {@link unknownValue} for what is not known yet. Secrets are plain here and no message repeats them. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value } | typeof unknownValue;

/** A place inside of a resource's properties. */
export type Path = readonly (string | number)[];

/** Thrown when a rule reads a value that is not known yet: what it decides cannot be checked yet, and does not pass. */
export class UnknownValue extends Error {
  constructor(
    /** The resource's URN. */
    readonly urn: string,
    readonly path: Path,
  ) {
    super(`${pathText(path)} is known only after deployment`);
  }
}

/** `spec.containers[0].image`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}

/** Whether the value is a map. */
export function isMap(value: Value | undefined): value is { [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
