/** Appends a key or an index to a JSON path: `spec`, `spec.ports[0]`, `metadata.labels["app.kubernetes.io/name"]`. */
export function child(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** The JSON path of a JSON pointer; `value` is what the pointer points into, which tells indices from keys. */
export function fromPointer(pointer: string, value: unknown): string {
  let path = "";
  let at = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    path = child(path, Array.isArray(at) ? Number(key) : key);
    at = isRecord(at) ? at[key] : Array.isArray(at) ? at[Number(key)] : undefined;
  }
  return path;
}

/** Whether a value is an object with keys, and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
