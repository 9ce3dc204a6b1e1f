import * as pulumi from "@pulumi/pulumi";
import { isEventual } from "../../args";

/** Annotations; those without a value are left out. */
export type Annotations = Record<string, pulumi.Input<string> | undefined>;

/** Annotations as Kubernetes has them, each key under a prefix. */
export const under = (prefix: string, annotations: Annotations): Record<string, pulumi.Input<string>> =>
  Object.fromEntries(
    Object.entries(annotations).flatMap(([key, value]) => (value === undefined ? [] : [[`${prefix}${key}`, value]])),
  );

/** Attributes, as the controller reads them: `key=value,key=value`. */
export const attributes = (pairs: Record<string, string | number | boolean>): string =>
  Object.entries(pairs)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");

/** A list, as the controller reads it. */
export const commas = (values: pulumi.Input<string[]> | pulumi.Input<string>[]): pulumi.Input<string> =>
  Array.isArray(values) && !isEventual(values)
    ? values.join(",")
    : pulumi.output(values as pulumi.Input<pulumi.Input<string>[]>).apply((known) => known.join(","));
