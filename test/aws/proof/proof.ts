import type { Definition, Values } from "../double/definition";
import { keyOf, Live } from "../double/live";
import { DEFAULTS, withName } from "../double/names";
import { isCreatedInMoto } from "../double/perform";
import { problemsOfInputs } from "../double/prove";
import { notInMoto } from "../resources/absent";
import { table } from "../resources/table";
import type { Sidecar } from "../sidecar/client";

/** How one type was proved. */
export interface Proof {
  type: string;
  /** Its requests are validated always; this is what happens then. */
  how: "created in moto" | "validated, not created in moto";
  /** Its operations that are validated only: those that moto lacks, and all where there is nothing in moto to act on. */
  validatedOnly: string[];
}

const proofOf = (definition: Definition): Proof => {
  const { service } = definition.create;
  const operations = operationsOf(definition).map((operation) => `${service}.${operation}`);
  return {
    type: definition.type,
    how: isCreatedInMoto(definition) ? "created in moto" : "validated, not created in moto",
    validatedOnly: operations.filter((name) => !isCreatedInMoto(definition) || notInMoto.includes(name)),
  };
};

/** Names of operations stand in the definition's own functions: they are found by running it on nothing. */
function operationsOf({ create, after, updates, read, remove }: Definition): string[] {
  const nothing = { id: "", inputs: {}, outputs: {} };
  const something = { id: "", inputs: { tags: { a: "b" } }, outputs: {} };
  const calls = [
    ...(after?.(nothing) ?? []),
    ...updates.flatMap((update) => [...update.calls(something, nothing), ...update.calls(nothing, something)]),
    ...(read ? [read(nothing)] : []),
    ...remove(nothing),
  ];
  return [...new Set([create.operation, ...calls.map(({ operation }) => operation)])];
}

export const proofs = (): Proof[] => [...table.values()].map(proofOf);

/**
 * The table of proofs, as lines.
 *
 * @param types those to show. @default all
 */
export function printedProofs(types?: string[]): string {
  const all = proofs().filter(({ type }) => types?.includes(type) ?? true);
  const [first, second] = [
    Math.max(...all.map(({ type }) => type.length)),
    Math.max(...all.map(({ how }) => how.length)),
  ];
  const rows = all.map(({ type, how, validatedOnly }) =>
    `${type.padEnd(first)}  ${how.padEnd(second)}  ${validatedOnly.map((name) => name.split(".")[1]).join(", ")}`.trimEnd(),
  );
  const title = `${"type".padEnd(first)}  ${"proved".padEnd(second)}  operations that are validated only`;
  return [title, ...rows].join("\n");
}

/**
 * Holds what a library creates against what is proved here.
 *
 * @param types Pulumi's tokens, of other packages too
 * @throws Error that names every AWS type without an entry.
 */
export function requireProofs(types: Iterable<string>): void {
  const missing = [...new Set(types)].filter((type) => type.startsWith("aws:") && !table.has(type)).sort();
  if (missing.length > 0)
    throw new Error(
      `Nothing proves ${missing.join(", ")}: add an entry to test/aws/resources, a valid resource to programs/whole and ` +
        "one that AWS refuses to programs/wrong.",
    );
}

/** A resource as a program registers it, with the engine or under mocks. */
export interface Registered {
  type: string;
  name: string;
  inputs: Values;
  /** What it was answered; with it rules between resources are checked too. */
  made?: { id: string; outputs: Values };
}

/**
 * Validates what was registered without creating it. That references exist is not asked, and ids must look like AWS's.
 *
 * @returns every problem, with the resource's name; resources of other packages are left out.
 * @throws Error for AWS types without an entry.
 */
export async function problemsOfRegistered(sidecar: Sidecar, registered: Registered[]): Promise<string[]> {
  const own = registered.filter(({ type }) => type.startsWith("aws:"));
  requireProofs(own.map(({ type }) => type));
  const live = new Live(
    own.flatMap(({ type, made }) =>
      made ? [{ key: keyOf(type, made.id), type, id: made.id, inputs: made.outputs, outputs: made.outputs }] : [],
    ),
  );
  const problems = own.map(async ({ type, name, inputs }) => {
    const definition = table.get(type) as Definition;
    return (await problemsOfInputs(sidecar, definition, name, inputs, live)).map((one) => `${name}: ${one}`);
  });
  return (await Promise.all(problems)).flat();
}

/** What AWS would answer to a registered resource: id and outputs that look like AWS's, for mocks. */
export function answerFor({ type, name, inputs }: Registered): { id: string; outputs: Values } | undefined {
  const definition = table.get(type);
  if (definition === undefined) return undefined;
  const named = withName(definition, name, {}, inputs);
  const { id, outputs } = definition.result(definition.answer(named), named);
  const { [DEFAULTS]: _, ...rest } = named;
  return { id, outputs: { ...rest, ...outputs } };
}
