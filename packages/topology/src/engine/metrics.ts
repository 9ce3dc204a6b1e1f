import { didYouMean, nearest } from "./nearest";
import table from "./tables/metrics.generated.json";
import { engineVersion } from "./version";

/** One metric of the engine. Absent fields: none or false. */
export interface EngineMetric {
  /** Name in queries, but for a histogram's and a summary's suffix. */
  name: string;
  type: "counter" | "gauge" | "histogram" | "summary";
  /** The series' names: with _bucket, _sum and _count for a histogram. */
  exposed: readonly string[];
  labels: readonly string[];
  group: string;
  /** When it exists: an option, a connector or a task; absent: always. */
  condition?: string;
  deprecated?: boolean;
  help: string;
}

const metrics = table.metrics as readonly EngineMetric[];
const byName = new Map<string, EngineMetric>();
for (const m of metrics) for (const name of [m.name, ...m.exposed]) byName.set(name, m);

/** The metric of this name, or the one that exposes the series of this name. Throws for an unknown name, with the nearest right one:
 *  a query with a wrong name would find nothing and never fail. */
export function metric(name: string): EngineMetric {
  const found = byName.get(name);
  if (found) return found;
  throw new Error(`"${name}" is not a metric of aphrodite ${engineVersion}. ${suggestion(name)}`.trimEnd());
}

/** The name itself, checked to be one of the engine's series: for queries. Throws like `metric`, and for a histogram's bare name. */
export function series(name: string): string {
  const found = metric(name);
  if (found.exposed.includes(name)) return name;
  throw new Error(`"${name}" is a ${found.type}, which has no series of that name. Use ${found.exposed.join(", ")}.`);
}

/** Names of all metrics, sorted. */
export function metricNames(): string[] {
  return metrics.map((m) => m.name);
}

function suggestion(name: string): string {
  // The common prefix would make every name look near.
  const bare = (n: string) => n.replace(/^aphrodite:/, "");
  const full = new Map([...byName.keys()].map((n) => [bare(n), n]));
  return didYouMean(nearest(bare(name), full.keys(), 3).map((n) => full.get(n) ?? n));
}
