import { runtime } from "@pulumi/pulumi";
import type { Values } from "./definition";

// the engine wraps secrets, resources and outputs in objects that a signature marks
const { specialSigKey, specialSecretSig, specialResourceSig, specialOutputValueSig, unknownValue } = runtime;

/** A value without the engine's wrappings: secrets in clear, resources as their ids. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const object = value as Values;
  switch (object[specialSigKey]) {
    case undefined:
      return Object.fromEntries(Object.entries(object).map(([name, inner]) => [name, plain(inner)]));
    case specialSecretSig:
      return plain(object.value);
    case specialOutputValueSig:
      return "value" in object ? plain(object.value) : unknownValue;
    case specialResourceSig:
      return object.id === "" ? unknownValue : object.id;
    default:
      throw new Error(`The double of the AWS provider takes no assets and archives: ${JSON.stringify(object)}`);
  }
}

export const plainValues = (values: unknown) => plain(values ?? {}) as Values;

/** Whether anything in a value is known only after creation. */
export const hasUnknown = (value: unknown): boolean => JSON.stringify(value ?? null).includes(unknownValue);

/** Whether two values are the same, whatever the order of their fields. */
export const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
