import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { topics } from "./cases";
import type { Router } from "./routers/router";
import type { Outcome, Row, Topic } from "./row";
import { Runner } from "./runner";

/** What is kept of an outcome. */
export type Kept = Omit<Outcome, "error">;

/** What came of a run of all rows. */
export interface Run {
  router: string;
  version: string;
  outcomes: Kept[];
}

/** Where what was seen is kept: `npm run conformance:table` writes it. */
export const resultsFile = join(__dirname, "results.json");

/** The runs that are kept. */
export function keptRuns(): Run[] {
  return existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : [];
}

/** Every row with its topic. */
export function allRows(): { topic: Topic; row: Row }[] {
  return topics.flatMap((topic) => topic.rows.map((row) => ({ topic, row })));
}

/** Puts rows to a router. One that fails is put once more: these are real processes and real clocks.
 *  @param told Called after each.
 *  @param known What need not be put again, by {@link keyOf}. */
export async function runAll(
  router: Router,
  told: (outcome: Outcome) => void,
  known: ReadonlyMap<string, Kept> = new Map(),
): Promise<Run> {
  const runner = new Runner(router);
  const outcomes: Kept[] = [];
  for (const { topic, row } of allRows()) {
    const before = known.get(keyOf({ topic: topic.topic, name: row.name }));
    if (before) {
      outcomes.push(before);
      continue;
    }
    let outcome = await runner.run(topic, row);
    if (outcome.result === "no") outcome = await runner.run(topic, row);
    told(outcome);
    const { error, ...kept } = outcome;
    outcomes.push(kept);
  }
  await runner.close();
  return { router: router.name, version: router.version, outcomes };
}

/** What tells rows apart. */
export function keyOf({ topic, name }: Pick<Outcome, "topic" | "name">): string {
  return `${topic}: ${name}`;
}
