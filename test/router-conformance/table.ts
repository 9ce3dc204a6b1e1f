/** `npm run conformance:table -- [ROUTER] [TEXT]`: puts rows to the routers, or to one of them, and writes results.json and TABLE.md. With a
 *  text only the rows that contain it, and those that are not on record. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownOf } from "./markdown";
import { type Kept, keptRuns, keyOf, type Run, resultsFile, runAll } from "./results";
import { routers } from "./routers";
import type { Router } from "./routers/router";
import type { Outcome } from "./row";

async function main([name, part]: readonly string[]): Promise<void> {
  const wanted = routers.filter((router) => !name || router.name === name);
  if (wanted.length === 0) throw new Error(`the routers are ${routers.map((router) => router.name).join(" and ")}`);
  for (const router of wanted) {
    if (router.missing) throw new Error(router.missing);
    const run = await runAll(router, (outcome) => say(router, outcome), known(router, part));
    const runs = [...keptRuns().filter((kept) => kept.router !== router.name), run];
    write(routers.flatMap((one) => runs.find((kept) => kept.router === one.name) ?? []));
  }
}

/** What is on record and is not asked for. */
function known(router: Router, part: string | undefined): Map<string, Kept> {
  const run = keptRuns().find((one) => one.router === router.name && one.version === router.version);
  if (part === undefined || !run) return new Map();
  return new Map(run.outcomes.filter((one) => !one.name.includes(part)).map((one) => [keyOf(one), one]));
}

function write(runs: readonly Run[]): void {
  writeFileSync(resultsFile, `${JSON.stringify(runs, undefined, 2)}\n`);
  writeFileSync(join(__dirname, "TABLE.md"), markdownOf(runs));
}

function say(router: Router, { topic, name, result, seen }: Outcome): void {
  console.log(`${router.name.padEnd(12)} ${result.padEnd(11)} ${topic}: ${name}${seen && ` [${seen}]`}`);
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
