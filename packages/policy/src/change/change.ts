import type { ResourceView } from "../view";
import { type Difference, differences, type SameName } from "./difference";
import { replacingFields } from "./replacing";

/** What becomes of a resource. */
export type Operation = "create" | "update" | "replace" | "delete" | "same";

/** One resource before and after. */
export interface Change {
  operation: Operation;
  before?: ResourceView;
  after?: ResourceView;
  differences: Difference[];
}

/** Type and name: projects, stacks and parents may be called otherwise. */
const keyOf = ({ type, name }: ResourceView) => `${type}::${name}`;

/**
 * Pairs resources of two states of a stack.
 *
 * @param operations what Pulumi's engine has decided, by URN; else it follows from the values
 * @param same whether two texts are names of one thing: a preview makes names up that providers give
 */
export function changesOf(
  before: readonly ResourceView[],
  after: readonly ResourceView[],
  operations?: ReadonlyMap<string, Operation>,
  same?: SameName,
): Change[] {
  const old = new Map(before.map((one) => [keyOf(one), one]));
  const kept = new Set(after.map(keyOf));
  const gone = before.filter((one) => !kept.has(keyOf(one)));
  return [
    ...after.map((one) => change(old.get(keyOf(one)), one, operations?.get(one.urn), same)),
    ...gone.map((one): Change => ({ operation: "delete", before: one, differences: [] })),
  ];
}

function change(before: ResourceView | undefined, after: ResourceView, decided?: Operation, same?: SameName): Change {
  if (before === undefined) return { operation: "create", after, differences: [] };
  const found = differences(before.fields.rawValue, after.fields.rawValue, same);
  const replaces = found.some(({ path, open }) => !open && replacingFields(after.type, path));
  const certain = found.some(({ open }) => !open);
  return {
    operation: decided ?? (replaces ? "replace" : certain ? "update" : "same"),
    before,
    after,
    // where Pulumi's engine says that nothing changes, what it does not know yet changes nothing
    differences: decided === "same" ? [] : found,
  };
}
