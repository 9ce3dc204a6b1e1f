/** A manifest, and the one problem that it must have. */
export interface Case {
  name: string;
  manifest: Json;
  /** Where the problem is. */
  path: string;
  /** A part of what is said there. */
  says: string;
  /**
   * Why the API server takes this manifest on a plain create, where it does: the rule is then about what becomes of it.
   */
  serverTakes?: string;
}

/** A JSON object. */
export type Json = Record<string, unknown>;

type Changes = Record<string, unknown>;

const STEPS = /[^.[\]"]+|"[^"]*"/g;

/**
 * A copy of a manifest with values set at JSON paths, such as `spec.ports[0].name` or
 * `metadata.labels["app.kubernetes.io/name"]`; `undefined` removes. A missing parent is made.
 */
export function changed(manifest: Json, changes: Changes): Json {
  // not structuredClone, which keeps parts that are shared within a manifest shared
  const copy: Json = JSON.parse(JSON.stringify(manifest));
  for (const [path, value] of Object.entries(changes)) {
    const steps = (path.match(STEPS) ?? []).map((step) => step.replaceAll('"', ""));
    const last = steps.pop() ?? "";
    let at: object = copy;
    for (const step of steps) {
      const next: unknown = Reflect.get(at, step);
      if (typeof next === "object" && next !== null) at = next;
      else {
        const made = {};
        Reflect.set(at, step, made);
        at = made;
      }
    }
    if (value === undefined) Reflect.deleteProperty(at, last);
    else Reflect.set(at, last, structuredClone(value));
  }
  return copy;
}

/** Makes cases of one manifest: name, changes, path of the problem, what it says, why the server takes it. */
export const casesOf =
  (manifest: Json) =>
  (name: string, changes: Changes, path: string, says: string, serverTakes?: string): Case => ({
    name,
    manifest: changed(manifest, changes),
    path,
    says,
    ...(serverTakes !== undefined && { serverTakes }),
  });
