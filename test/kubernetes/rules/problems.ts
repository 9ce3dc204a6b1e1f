/** What rules yield: lines of the form `path: what is wrong, and the way out`. */
export type Problems = Iterable<string>;

/** A problem at a path, when there is one. */
export function* at(path: string, problem: string | undefined): Problems {
  if (problem !== undefined) yield `${path}: ${problem}`;
}

/** The values that occur more than once in a list. */
export function repeated<T>(values: T[]): T[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

/** Problem when not exactly one of the fields of an object is set. */
export function exactlyOne(value: object | undefined, fields: readonly string[]): string | undefined {
  const set = fields.filter((field) => value !== undefined && Reflect.get(value, field) !== undefined);
  if (set.length === 1) return undefined;
  return `must have exactly one of ${fields.join(", ")}; has ${set.length === 0 ? "none" : set.join(" and ")}`;
}
