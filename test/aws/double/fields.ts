import type { Values } from "./definition";

/** Where an input goes: a path in the request, or more about it. */
export type Field = string | Place;

/** Where an input goes, and how. */
export interface Place {
  /** Path in the request, with dots. Without it the input is part of another request. */
  to?: string;
  /** Of an object: where its fields go. */
  fields?: Fields;
  /** Of a list of objects: where the fields of each go. */
  each?: Fields;
  /** The value as the request has it. */
  as?: (value: unknown) => unknown;
}

export type Fields = Record<string, Field>;

/** A request's parameters, and the inputs that have no place in it. */
export interface Rendered {
  params: Values;
  unplaced: string[];
}

/** Part of another request than the one that creates. */
export const later = (shape: Pick<Place, "fields" | "each"> = {}): Place => shape;

/** Strings that the provider's schema has where AWS has a boolean. */
export const flag = (to: string): Place => ({ to, as: (value) => value === true || value === "true" });

/** Numbers that the schema may have as strings. */
export const count = (to: string): Place => ({ to, as: Number });

/** One value where AWS has a list. */
export const only = (to: string): Place => ({ to, as: (value) => [value] });

/** Whether a value stands for nothing; the provider leaves such inputs out. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value as object).length === 0);

function set(params: Values, to: string, value: unknown): void {
  const path = to.split(".");
  const last = path.pop() as string;
  let at = params;
  for (const step of path) {
    at[step] ??= {};
    at = at[step] as Values;
  }
  at[last] = value;
}

/** Puts inputs into a request. */
export function render(inputs: Values, fields: Fields, where = ""): Rendered {
  const params: Values = {};
  const unplaced: string[] = [];
  for (const [name, value] of Object.entries(inputs)) {
    if (isEmpty(value)) continue;
    const path = where === "" ? name : `${where}.${name}`;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      unplaced.push(path);
      continue;
    }
    const place: Place = typeof field === "string" ? { to: field } : field;
    const inner = descend(value, place, path);
    unplaced.push(...inner.unplaced);
    if (place.to !== undefined) set(params, place.to, place.as ? place.as(inner.value) : inner.value);
  }
  return { params, unplaced };
}

function descend(value: unknown, { fields, each }: Place, path: string): { value: unknown; unplaced: string[] } {
  if (fields && typeof value === "object") {
    const inner = render(value as Values, fields, path);
    return { value: inner.params, unplaced: inner.unplaced };
  }
  if (each && Array.isArray(value)) {
    const all = value.map((one, index) => render(one as Values, each, `${path}[${index}]`));
    return { value: all.map(({ params }) => params), unplaced: all.flatMap(({ unplaced }) => unplaced) };
  }
  return { value, unplaced: [] };
}
