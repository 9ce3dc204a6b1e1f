import { isMap, type Path, pathText, unknownValue, type Value } from "../view";

/** One value that differs; a side is absent where it has no value. */
export interface Difference {
  path: Path;
  before?: Value;
  after?: Value;
  /** Whether a side is known only after deployment, so that it may be no difference. */
  open: boolean;
}

/** Whether two texts are names of one thing. */
export type SameName = (before: string, after: string) => boolean;

/** Where two values differ, as deep as both have the same shape. */
export function differences(
  before: Value | undefined,
  after: Value | undefined,
  same: SameName = () => false,
  path: Path = [],
): Difference[] {
  if (before === unknownValue || after === unknownValue)
    return before === after ? [] : [{ path, before, after, open: true }];
  if (isMap(before) && isMap(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], same, [...path, key]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((one, index) => differences(one, after[index], same, [...path, index]));
  if (typeof before === "string" && typeof after === "string" && same(before, after)) return [];
  return text(before) === text(after) ? [] : [{ path, before, after, open: false }];
}

/** What is null is not there; a number is the same as its text; an empty map or list is none. */
function text(value: Value | undefined): string {
  const whole = typeof value === "object" ? JSON.stringify(value) : String(value ?? null);
  return whole === "{}" || whole === "[]" ? "null" : whole;
}

/** Whether a path lies at or below another. */
export function isBelow(path: Path, ...above: (string | number)[]): boolean {
  return above.every((key, index) => path[index] === key);
}

/** Whether a path lies at, below or above another. */
export function touches(path: Path, ...other: (string | number)[]): boolean {
  return other.every((key, index) => index >= path.length || path[index] === key);
}

/** `a, b are known only after deployment`. */
export const afterDeployment = (places: readonly string[]) =>
  `${places.join(", ")} ${places.length === 1 ? "is" : "are"} known only after deployment`;

/** `image a → b`, short; long texts and checksums are not shown. */
export function differenceText({ path, before, after, open }: Difference): string {
  if (String(path.at(-1)).startsWith("checksum/")) return "its configuration";
  const where = pathText(path.slice(path[0] === "spec" ? 1 : 0));
  return `${where} ${shown(before)} → ${open ? "known after deployment" : shown(after)}`;
}

function shown(value: Value | undefined): string {
  if (value === undefined || value === null) return "none";
  if (value === unknownValue) return "not known";
  return typeof value === "object" || String(value).length > 80 ? "…" : String(value);
}
