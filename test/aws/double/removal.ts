import { table } from "../resources/table";
import type { Definition } from "./definition";
import type { Entry } from "./live";
import { Live } from "./live";

/** Why AWS does not remove a resource while others are there. */
export function refusals(definition: Definition, entry: Entry, live: Live): string[] {
  const others = live.without(definition.type, entry.id);
  const holding = others.flatMap((other) =>
    (table.get(other.type)?.holds?.(other.inputs, live) ?? [])
      .filter(({ type, id, refusal }) => refusal !== undefined && type === definition.type && id === entry.id)
      .map(({ refusal }) => `dependency: ${refusal}: ${other.type} ${other.id} still uses it`),
  );
  const further = definition.beforeRemoval?.(entry, new Live(others)) ?? [];
  return [...new Set(holding), ...further.map((one) => `dependency: ${one}`)];
}
