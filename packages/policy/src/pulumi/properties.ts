import { type Path, unknownValue, type Value } from "../view";

/** Properties as the policy engine hands them over: reading one that is not known yet throws. */
type Properties = Record<string | number, unknown>;

/** Plain values of properties, each read once; those that cannot be read are not known yet. */
export function plainOf(properties: unknown): Value {
  // the engine's proxies have no map of their own
  if (Array.isArray(properties))
    return Array.from({ length: properties.length }, (_, index) => read(properties as unknown as Properties, index));
  if (typeof properties === "object" && properties !== null) {
    const map = properties as Properties;
    return Object.fromEntries(Object.keys(map).map((key): [string, Value] => [key, read(map, key)]));
  }
  return ["string", "number", "boolean"].includes(typeof properties) ? (properties as string | number | boolean) : null;
}

function read(properties: Properties, key: string | number): Value {
  try {
    return plainOf(properties[key]);
  } catch (error) {
    if (isUnknown(error)) return unknownValue;
    throw error;
  }
}

/** The error has no public class; its text is the one that users read. */
const isUnknown = (error: unknown) => error instanceof Error && error.message.endsWith("can't be known during preview");

/** Reads a value that is not known yet: the policy engine then tells the user, in its own words, that the rule cannot be run during a preview. */
export function readAgain(properties: unknown, path: Path): void {
  path.reduce<unknown>((here, key) => (here as Properties | undefined)?.[key], properties);
}

/** Writes a value into properties as they are, whose proxies keep secrets secret and what is not known yet. */
export function write(properties: unknown, path: Path, value: Value): void {
  const [last, ...above] = [...path].reverse();
  const place = above.reverse().reduce<unknown>((here, key) => (here as Properties)[key], properties);
  if (last !== undefined) (place as Properties)[last] = value;
}
