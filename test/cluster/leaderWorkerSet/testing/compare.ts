/** Value of every field that has one, by its path; empty maps and lists count as values. */
export function fields(value: unknown, path = ""): Map<string, unknown> {
  if (value === undefined || value === null) return new Map();
  const entries = typeof value === "object" ? Object.entries(value) : [];
  if (entries.length === 0) return new Map([[path, typeof value === "object" ? "empty" : value]]);
  return new Map(entries.flatMap(([key, item]) => [...fields(item, path === "" ? key : `${path}|${key}`)]));
}

/** Fields of two objects that are not the same, as `path: ours, theirs`. */
export function differences(ours: unknown, theirs: unknown): string[] {
  const [left, right] = [fields(ours), fields(theirs)];
  const paths = [...new Set([...left.keys(), ...right.keys()])];
  return paths
    .filter((path) => left.get(path) !== right.get(path))
    .map((path) => `${path}: ${left.get(path)}, ${right.get(path)}`);
}
