import type { Problem } from "../plan";

/**
 * A copy of the arguments without the values that problems name, so that the rules between the other fields still run
 * and everything wrong is listed at once.
 */
export function prune<T>(args: T, problems: readonly Problem[]): T {
  const copy = structuredClone(args);
  for (const { path } of problems) {
    const keys = path.split(/[.[\]]+/).filter(Boolean);
    const last = keys.pop();
    const holder = keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), copy);
    if (last !== undefined && isObject(holder)) delete holder[last];
  }
  return copy;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Problems that do not stem from a value that was pruned: the same field, or one beside it. */
export function independent(found: readonly Problem[], pruned: readonly Problem[]): Problem[] {
  const fields = new Set(pruned.map(({ path }) => path.split(/[.[]/)[0]));
  return found.filter(({ path }) => !fields.has(path.split(/[.[]/)[0] as string));
}
