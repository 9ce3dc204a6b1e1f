import type { z } from "zod";
import { nearest } from "../engine/nearest";
import type { Problem } from "../plan";

/** The outcome of a check: the value with its type, or every problem found. */
export type Checked<T> = { value: T; problems: [] } | { value: undefined; problems: Problem[] };

/** Checks a plain value against a schema and words every issue as a problem. */
export function check<S extends z.ZodType>(schema: S, value: unknown, base = ""): Checked<z.output<S>> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { value: result.data, problems: [] };
  return { value: undefined, problems: result.error.issues.flatMap((issue) => problemsOf(issue, schema, base)) };
}

function problemsOf(issue: z.core.$ZodIssue, schema: z.ZodType, base: string): Problem[] {
  const path = joinPath(base, issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const near = nearest(key, known, 1)[0];
      const way = near ? `Did you mean "${near}"?` : known.length > 0 ? `Known here: ${known.join(", ")}.` : "Leave it out.";
      return { path: joinPath(path, [key]), message: `is not an argument. ${way}` };
    });
  }
  return [{ path, ...("input" in issue && isPlain(issue.input) ? { value: issue.input } : {}), message: issue.message }];
}

/** `a.b[0].c`, as the user would write it. */
export function joinPath(base: string, path: PropertyKey[]): string {
  return path.reduce<string>((sum, key) => {
    if (typeof key === "number") return `${sum}[${key}]`;
    return sum === "" ? String(key) : `${sum}.${String(key)}`;
  }, base);
}

const isPlain = (value: unknown) => value === null || ["string", "number", "boolean"].includes(typeof value);

function keysAt(schema: z.ZodType, path: PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const key of path) at = shapeOf(at)?.[String(key)];
  return Object.keys(shapeOf(at) ?? {});
}

/** The shape of an object schema, through optional wrappers. */
function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  const seen = schema as { shape?: Record<string, unknown>; unwrap?: () => unknown } | undefined;
  if (seen?.shape) return seen.shape;
  return seen?.unwrap ? shapeOf(seen.unwrap()) : undefined;
}
