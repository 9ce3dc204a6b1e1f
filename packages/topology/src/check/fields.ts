import { z } from "zod";

/** Shows a value in a message: short, quoted where it is text. */
export function show(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean" || value === undefined || value === null)
    return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** What was found, for a message; a missing value says so. */
const found = (input: unknown) => (input === undefined ? "it is missing" : `it is ${show(input)}`);

interface Range {
  min: number;
  max?: number;
  /** The way out, as a sentence. */
  hint: string;
}

const within = (min: number, max?: number) => (max === undefined ? `${min} or more` : `from ${min} to ${max}`);

/** A whole number within a range; NaN, infinities and fractions are refused. */
export function wholeNumber({ min, max, hint }: Range) {
  const error = (issue: { input?: unknown }) =>
    `must be a whole number ${within(min, max)}, but ${found(issue.input)}. ${hint}`;
  const schema = z.number({ error }).int({ error }).min(min, { error });
  return max === undefined ? schema : schema.max(max, { error });
}

/** A number above `min` (or from it, with `inclusive`); NaN and infinities are refused. */
export function number({ min, max, hint, inclusive = false }: Range & { inclusive?: boolean }) {
  const range = `${inclusive ? `${min} or more` : `above ${min}`}${max === undefined ? "" : ` and at most ${max}`}`;
  const error = (issue: { input?: unknown }) => `must be a number ${range}, but ${found(issue.input)}. ${hint}`;
  const schema = inclusive ? z.number({ error }).min(min, { error }) : z.number({ error }).gt(min, { error });
  return max === undefined ? schema : schema.max(max, { error });
}

/** Text with something in it besides blanks. */
export function text(hint: string) {
  const error = (issue: { input?: unknown }) => `must be text that is not empty, but ${found(issue.input)}. ${hint}`;
  return z.string({ error }).refine((value) => value.trim() !== "", { error, abort: true });
}

/** One of a few words. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T, hint = "") {
  const error = (issue: { input?: unknown }) =>
    `must be ${values.map((v) => `"${v}"`).join(" or ")}, but ${found(issue.input)}.${hint && ` ${hint}`}`;
  return z.enum(values, { error });
}

/** true or false; the words in quotes are refused, since "false" would count as true. */
export function flag(hint = "Write true or false without quotes.") {
  return z.boolean({ error: (issue) => `must be true or false, but ${found(issue.input)}. ${hint}` });
}

/** An object whose unknown keys are errors. */
export function object<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "invalid_type" ? `must be an object, but ${found(issue.input)}.` : undefined),
  });
}

/** A list of values of one schema. */
export function list<S extends z.ZodType>(of: S, hint = "") {
  return z.array(of, { error: ({ input }) => `must be a list, but ${found(input)}.${hint && ` ${hint}`}` });
}

/** Values of one schema by names of the user's choice. */
export function map<S extends z.ZodType>(of: S, hint = "") {
  return z.record(z.string(), of, {
    error: ({ input }) => `must be an object, but ${found(input)}.${hint && ` ${hint}`}`,
  });
}

/** The error of a union of objects that are told apart by `kind`. */
export function byKind(kinds: readonly string[]) {
  const known = kinds.map((kind) => `"${kind}"`).join(" or ");
  return {
    error: ({ input }: { input?: unknown }) => {
      const kind = typeof input === "object" && input !== null ? (input as { kind?: unknown }).kind : input;
      return `must have the kind ${known}, but ${found(kind)}.`;
    },
  };
}
