/** Makes the library's tables of the engine and of GPU instances from a folder of facts:
 *  `npx tsx scripts/tables.ts FACTS_FOLDER`. One row a line, sorted, so that a new release shows as a readable diff. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Metric, metrics, type Nested, nested, options, type Route, routes, variables } from "./tables/engine";
import { instances } from "./tables/instances";
import type { Row } from "./tables/rows";

function read<T>(folder: string, name: string): T {
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

function write(file: string, head: Row, key: string, rows: Row[]): void {
  const lines = Object.entries(head).map(([k, v]) => `${JSON.stringify(k)}: ${JSON.stringify(v)},\n`);
  const body = rows.map((row) => JSON.stringify(row)).join(",\n");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `{\n${lines.join("")}${JSON.stringify(key)}: [\n${body}\n]\n}\n`);
}

/** Reads the facts and writes every table below `target`, the folder `packages/topology/src`. */
export function makeTables(facts: string, target: string): void {
  const table = (name: string) => join(target, "engine/tables", `${name}.generated.json`);
  const allMetrics = read<{ engineVersion: string; metrics: Metric[] }>(facts, "sonar/metrics.json");
  const allRoutes = read<{
    engineVersion: string;
    guardedPrefixes: string[];
    routes: Route[];
    rustFrontend: { found: string[]; notFound: string[] };
  }>(facts, "sonar/routes.json");
  const allNested = read<Record<string, Nested>>(facts, "sonar/nested-configs.json");
  if (allMetrics.engineVersion !== allRoutes.engineVersion) throw new Error("the facts are of two engine versions");
  const head = { engineVersion: allRoutes.engineVersion };
  // Remarks in brackets are dropped: "/ping (render server)".
  const paths = (all: string[]) => all.map((p) => p.replace(/ \(.*\)$/, "")).sort();
  const rustFrontend = { found: paths(allRoutes.rustFrontend.found), notFound: paths(allRoutes.rustFrontend.notFound) };

  write(table("options"), head, "options", options(read(facts, "sonar/serve-args.json"), Object.keys(allNested)));
  write(table("environment"), head, "variables", variables(read(facts, "sonar/env.json")));
  write(table("metrics"), head, "metrics", metrics(allMetrics.metrics));
  write(
    table("routes"),
    { ...head, guardedPrefixes: allRoutes.guardedPrefixes, rustFrontend },
    "routes",
    routes(allRoutes.routes),
  );
  write(table("nested"), head, "fields", nested(allNested));

  const list = read<{ generated: string; currency: string; priceRegion: string; instances: Row[] }>(
    facts,
    "aws/gpu-instances.json",
  );
  const { generated, currency, priceRegion } = list;
  write(
    join(target, "hardware/instances.generated.json"),
    { generated, currency, priceRegion },
    "instances",
    instances(list.instances),
  );
}

if (require.main === module) {
  const facts = process.argv[2];
  if (!facts) {
    console.error("usage: npx tsx scripts/tables.ts FACTS_FOLDER (with sonar/*.json and aws/gpu-instances.json)");
    process.exit(2);
  }
  makeTables(resolve(facts), join(__dirname, "../packages/topology/src"));
}
