/** What the rows of all tables have in common. */

export type Row = Record<string, unknown>;

/** Bounds under the names JSON Schema has for them. */
const bounds: Record<string, string> = { ge: "minimum", gt: "exclusiveMinimum", le: "maximum", lt: "exclusiveMaximum" };

/** The row without what says nothing: absent means unset, none or false. */
export function compact(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([, v]) => v !== null && v !== undefined && v !== false && !(Array.isArray(v) && !v.length),
    ),
  );
}

export function sorted(rows: Row[], ...keys: string[]): Row[] {
  const key = (row: Row) => keys.map((k) => String(row[k] ?? "")).join("\u0000");
  const all = rows.map((row) => ({ row, key: key(row) })).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  all.forEach(({ key }, i) => {
    if (i > 0 && all[i - 1]?.key === key) throw new Error(`two rows for ${key.replaceAll("\u0000", " ")}`);
  });
  return all.map(({ row }) => row);
}

export function bound(constraints: Record<string, number | string> | null | undefined): Row {
  return Object.fromEntries(Object.entries(constraints ?? {}).map(([k, v]) => [bounds[k] ?? k, Number(v)]));
}

/** A default that is computed has no literal: `{"env": …}`, `{"object": …}` and `{"expr": …}` name where it comes from. */
export function defaults(value: unknown): Row {
  const entry =
    typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value)[0] : undefined;
  return entry ? { defaultFrom: entry[1] } : { default: value };
}

/** `default: false` is kept, because for an option it says more than an absent default. */
export function withDefault(row: Row, value: unknown): Row {
  return value === false ? { ...compact(row), default: false } : compact({ ...row, ...defaults(value) });
}
