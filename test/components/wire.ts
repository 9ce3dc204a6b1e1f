import { runtime } from "@pulumi/pulumi";
import { child, isRecord } from "../kubernetes/path";

/** Stands in recorded inputs for a value that is known only after deployment. */
export const UNKNOWN = Symbol("unknown");

/** A value in clear, and where in it secrets and unknown values were. */
export interface Decoded<T = unknown> {
  value: T;
  /** JSON paths of what was marked secret; everything below them is secret too. */
  secrets: string[];
  /** JSON paths of what is {@link UNKNOWN}. */
  unknowns: string[];
}

const markOf = (value: Record<string, unknown>) => value[runtime.specialSigKey];

/** Whether a value as Pulumi sends it is marked secret as a whole. */
export const isSecret = (value: unknown): value is { value: unknown } =>
  isRecord(value) && markOf(value) === runtime.specialSecretSig;

/** Marks a value secret, in the form in which Pulumi sends it. */
export const secret = (value: unknown) =>
  isSecret(value) ? value : { [runtime.specialSigKey]: runtime.specialSecretSig, value };

/** Reads properties in the form in which Pulumi sends them. */
export function decode(properties: Record<string, unknown>): Decoded<Record<string, unknown>> {
  const secrets: string[] = [];
  const unknowns: string[] = [];
  const read = (value: unknown, path: string): unknown => {
    if (value === runtime.unknownValue) {
      unknowns.push(path);
      return UNKNOWN;
    }
    if (Array.isArray(value)) return value.map((item, index) => read(item, child(path, index)));
    if (!isRecord(value)) return value;
    if (isSecret(value)) {
      secrets.push(path);
      return read(value.value, path);
    }
    // a reference to a resource is shown by its URN
    if (markOf(value) === runtime.specialResourceSig) return value.urn;
    return object(value, path);
  };
  const object = (value: Record<string, unknown>, path: string) =>
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(item, child(path, key))]));
  return { value: object(properties, ""), secrets, unknowns };
}
