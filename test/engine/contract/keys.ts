/** Paths of all fields of a JSON value, sorted; elements of a list count as one. */
export function keysOf(value: unknown, path = ""): string[] {
  const found = new Set<string>();
  walk(value, path, found);
  return [...found].sort();
}

function walk(value: unknown, path: string, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) walk(element, `${path}[]`, found);
    if (value.length === 0) found.add(`${path}[]`);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) walk(inner, path === "" ? key : `${path}.${key}`, found);
  } else {
    found.add(path);
  }
}
