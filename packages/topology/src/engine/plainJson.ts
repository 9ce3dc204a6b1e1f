/** Why a value cannot be written as JSON without loss, with its place below `at`; undefined when it can.
 *  JSON.stringify would drop or turn into null what is refused here. */
export function notJson(value: unknown, at = "", around: readonly unknown[] = []): string | undefined {
  const here = at === "" ? "the value" : at;
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${here} is ${value}`;
  if (typeof value !== "object") return `${here} is ${value === undefined ? "undefined" : `a ${typeof value}`}`;
  if (around.includes(value)) return `${here} holds itself`;
  const within = [...around, value];
  if (Array.isArray(value)) return first(Array.from(value, (v, i) => notJson(v, `${at}[${i}]`, within)));
  if (!isPlainObject(value)) return `${here} is an instance of a class, such as an output that is not known yet`;
  return first(Object.entries(value).map(([k, v]) => notJson(v, at === "" ? k : `${at}.${k}`, within)));
}

/** JSON with the keys of every object sorted, so that equal values give equal text. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) =>
    isPlainObject(v) ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) : v,
  );
}

/** Whether the value is an object as a literal or JSON makes it: no class, no array. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function first(all: (string | undefined)[]): string | undefined {
  return all.find((one) => one !== undefined);
}
