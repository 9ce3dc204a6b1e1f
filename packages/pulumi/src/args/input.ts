import * as pulumi from "@pulumi/pulumi";
import type { Problem } from "@sonar-iac/topology";
import { z } from "zod";

/** Whether a value, or a part of it, is known only later. */
export function isEventual(value: unknown): boolean {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return true;
  if (Array.isArray(value)) return value.some(isEventual);
  return (
    value !== null &&
    typeof value === "object" &&
    !pulumi.Resource.isInstance(value) &&
    Object.values(value).some(isEventual)
  );
}

/** A schema for a `pulumi.Input`: a plain value is checked now, an eventual one passes. */
export function input<S extends z.ZodType>(schema: S): z.ZodType<pulumi.Input<z.output<S>>> {
  return z.unknown().superRefine((value, context) => {
    if (isEventual(value)) return;
    const result = schema.safeParse(value, { reportInput: true });
    for (const issue of result.success ? [] : result.error.issues)
      context.addIssue({ ...issue } as z.core.$ZodSuperRefineIssue);
  }) as unknown as z.ZodType<pulumi.Input<z.output<S>>>;
}

/**
 * Takes what is known only later out of arguments that must be plain, since they decide which resources exist.
 * Returns the plain rest and the paths taken out.
 */
export function takeEventual(value: unknown, path = ""): { plain: unknown; eventual: string[] } {
  if (pulumi.Output.isInstance(value) || value instanceof Promise) return { plain: undefined, eventual: [path] };
  if (!isEventual(value)) return { plain: value, eventual: [] };
  const eventual: string[] = [];
  const part = (key: string, inner: unknown) => {
    const taken = takeEventual(inner, key);
    eventual.push(...taken.eventual);
    return taken.plain;
  };
  const plain = Array.isArray(value)
    ? value.map((inner, i) => part(`${path}[${i}]`, inner))
    : Object.fromEntries(
        Object.entries(value as object)
          .map(([key, inner]) => [key, part(path ? `${path}.${key}` : key, inner)])
          .filter(([, inner]) => inner !== undefined),
      );
  return { plain, eventual };
}

/** What is said of a path that {@link takeEventual} took out. */
export const laterProblem = (path: string): Problem => ({
  path,
  message:
    "is known only when the program runs, but it decides what is created. Give a plain value, for example from the stack's configuration.",
});
