import * as pulumi from "@pulumi/pulumi";
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
