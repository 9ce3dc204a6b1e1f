import type { z } from "zod";
import { nearest } from "../engine/nearest";
import type { Problem } from "../plan";

/** The outcome of a check: the value with its type, or every problem found. */
export type Checked<T> = { value: T; problems: [] } | { value: undefined; problems: Problem[] };

/** Checks a plain value against a schema and words every issue as a problem. */
export function check<S extends z.ZodType>(schema: S, value: unknown, base = ""): Checked<z.output<S>> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { value: result.data, problems: [] };
  return { value: undefined, problems: result.error.issues.flatMap((issue) => problemsOf(issue, schema, value, base)) };
}

function problemsOf(issue: z.core.$ZodIssue, schema: z.ZodType, value: unknown, base: string): Problem[] {
  const path = joinPath(base, issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path, value);
    return issue.keys.map((key) => {
      const near = nearest(key, known, 1)[0];
      const way = near
        ? `Did you mean "${near}"?`
        : known.length > 0
          ? `Known here: ${known.join(", ")}.`
          : "Leave it out.";
      return { path: joinPath(path, [key]), message: `is not an argument. ${way}` };
    });
  }
  return [
    { path, ...("input" in issue && isPlain(issue.input) ? { value: issue.input } : {}), message: issue.message },
  ];
}

/** `a.b[0].c`, as the user would write it. */
export function joinPath(base: string, path: PropertyKey[]): string {
  return path.reduce<string>((sum, key) => {
    if (typeof key === "number") return `${sum}[${key}]`;
    return sum === "" ? String(key) : `${sum}.${String(key)}`;
  }, base);
}

const isPlain = (value: unknown) => value === null || ["string", "number", "boolean"].includes(typeof value);

/** Keys that an object schema knows at a path; of a union, those of the alternative that the value's `kind` names. */
function keysAt(schema: z.ZodType, path: PropertyKey[], value: unknown): string[] {
  let at: unknown = schema;
  let here = value;
  for (const key of path) {
    at = shapeOf(at, here)?.[String(key)];
    here = (here as Record<PropertyKey, unknown> | undefined)?.[key];
  }
  return Object.keys(shapeOf(at, here) ?? {});
}

interface Seen {
  shape?: Record<string, unknown>;
  options?: readonly unknown[];
  unwrap?: () => unknown;
  safeParse?: (value: unknown) => { success: boolean };
}

function shapeOf(schema: unknown, value: unknown): Record<string, unknown> | undefined {
  const seen = schema as Seen | undefined;
  if (seen?.shape) return seen.shape;
  if (seen?.options) {
    const kind = (value as { kind?: unknown } | undefined)?.kind;
    const shapes = seen.options.map((option) => shapeOf(option, value));
    return shapes.find((shape) => (shape?.kind as Seen | undefined)?.safeParse?.(kind).success);
  }
  return seen?.unwrap ? shapeOf(seen.unwrap(), value) : undefined;
}
