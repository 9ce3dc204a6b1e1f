import { UnknownValue } from "../view";
import type { Outcome } from "./rule";

/** What a check of one thing says: a message, several, or nothing where all is well. */
export type Said = string | readonly string[] | undefined;

/** Checks things one by one. What is not known yet leaves its thing open, and no other. */
export function over<T extends { urn: string } | { resource: { urn: string } }>(
  things: readonly T[],
  check: (thing: T) => Said,
): Outcome[] {
  return things.flatMap((thing) => {
    const urn = "urn" in thing ? thing.urn : thing.resource.urn;
    return attempt(urn, () => {
      const said = check(thing) ?? [];
      return (typeof said === "string" ? [said] : said).map((message) => ({ urn, message }));
    });
  });
}

/** Runs a check; what is not known yet is its outcome. */
export function attempt(urn: string | undefined, check: () => Outcome[]): Outcome[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof UnknownValue) return [{ urn: error.urn || urn, open: error.message, path: error.path }];
    if (error instanceof NotHere) return [{ urn, open: error.message }];
    throw error;
  }
}

/** Thrown where what decides is not part of the stack. */
export class NotHere extends Error {}
