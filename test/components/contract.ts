import { beforeAll, describe, expect, it } from "vitest";
import { CONTRACT, type ContractOptions } from "./rules";
import { contractRuns, type Make, type Runs } from "./runs";

export type { ContractOptions } from "./rules";
export type { Make } from "./runs";

/**
 * The tests that every component has to pass. Call it for each component of a table:
 *
 * @example
 * ```ts
 * describe.each(components)("$name", ({ name, make, unknownMake }) => componentContract(name, make, unknownMake));
 * ```
 *
 * @param make makes the component with known inputs
 * @param unknownMake makes it with `unknown()` for every input that may be an Output
 */
export function componentContract(name: string, make: Make, unknownMake: Make, options: ContractOptions = {}): void {
  describe(`the contract of ${name}`, () => {
    let runs: Runs;
    beforeAll(async () => {
      runs = await contractRuns(make, unknownMake);
    }, 60_000);

    it.each(Object.entries(CONTRACT))("%s", (_, rule) => expect(rule(runs, options)).toEqual([]));

    it("has something to look at", () => expect(runs.known.resources.length).toBeGreaterThan(1));
  });
}
