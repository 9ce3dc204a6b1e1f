/** A value as Pulumi sends it: JSON, with marked objects for what JSON cannot say. */
export type Wire = null | boolean | number | string | Wire[] | { [key: string]: Wire };

/** Properties of a resource, as Pulumi sends them. */
export type WireObject = { [key: string]: Wire };

/** The key that marks an object as something else than a map. Source: Pulumi's wire protocol. */
export const MARK = "4dabf18193072939515e22adb298388d";
/** The text that stands for a value which is known only after deployment. Source: Pulumi's wire protocol. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** What {@link MARK} holds, by the kind of value. Source: Pulumi's wire protocol. */
export const MARKS = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
} as const;

/** Printed in place of a secret. */
export const SECRET_TEXT = "[secret]";
/** Printed in place of a value that is known only after deployment. */
export const UNKNOWN_TEXT = "[unknown]";

/** Whether the value is a map or a marked object. */
export function isObject(value: Wire | undefined): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the value as a whole is secret; a secret inside it does not count. */
export function isSecret(value: Wire | undefined): boolean {
  if (!isObject(value)) return false;
  return value[MARK] === MARKS.secret || (value[MARK] === MARKS.output && value.secret === true);
}

/** Wraps a value as a secret, unless it is one. */
export function secret(value: Wire): Wire {
  return isSecret(value) ? value : { [MARK]: MARKS.secret, value };
}

/** The value inside a secret or an output, or the value itself; {@link UNKNOWN} for an output without a value. */
export function unwrap(value: Wire): Wire {
  if (!isObject(value)) return value;
  if (value[MARK] === MARKS.secret || value[MARK] === MARKS.output) return unwrap(value.value ?? UNKNOWN);
  return value;
}

/** What a reader may see of a value: plain JSON with {@link SECRET_TEXT} and {@link UNKNOWN_TEXT} in place of the rest. */
export function redact(value: Wire, scrub: (text: string) => string = (text) => text): Wire {
  if (value === UNKNOWN) return UNKNOWN_TEXT;
  if (typeof value === "string") return scrub(value);
  if (Array.isArray(value)) return value.map((item) => redact(item, scrub));
  if (!isObject(value)) return value;
  if (isSecret(value)) return SECRET_TEXT;
  if (value[MARK] === MARKS.output) return redact(unwrap(value), scrub);
  if (value[MARK] === MARKS.resource) return value.urn ?? UNKNOWN_TEXT;
  const shown: WireObject = {};
  for (const [key, item] of Object.entries(value)) if (key !== MARK) shown[key] = redact(item, scrub);
  return shown;
}

/** Calls `found` with every secret inside a value, in clear. */
export function eachSecret(value: Wire, found: (secret: Wire) => void): void {
  if (Array.isArray(value)) for (const item of value) eachSecret(item, found);
  else if (isSecret(value)) found(unwrap(value));
  else if (isObject(value)) for (const item of Object.values(value)) eachSecret(item, found);
}
