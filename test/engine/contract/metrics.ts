import type { Place } from "./client";
import { call } from "./client";

/** One line of /metrics. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** What an engine's /metrics shows now. */
export async function scrape(engine: Place): Promise<Sample[]> {
  const { status, text } = await call(engine, "/metrics");
  if (status !== 200) throw new Error(`/metrics answered ${status}`);
  return text.split("\n").flatMap((line) => {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!match) return [];
    const labels = [...(match[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return [
      { name: match[1] ?? "", labels: Object.fromEntries(labels.map(([, n, v]) => [n, v])), value: Number(match[3]) },
    ];
  });
}

/** Value of a series with these labels among others. Throws if there is none. */
export function value(samples: readonly Sample[], name: string, labels: Sample["labels"] = {}): number {
  const found = samples.find((s) => s.name === name && Object.entries(labels).every(([k, v]) => s.labels[k] === v));
  if (!found) throw new Error(`no series ${name} ${JSON.stringify(labels)}`);
  return found.value;
}

/** Running and waiting requests. */
export async function load(engine: Place): Promise<{ running: number; waiting: number }> {
  const samples = await scrape(engine);
  return {
    running: value(samples, "aphrodite:num_requests_running"),
    waiting: value(samples, "aphrodite:num_requests_waiting"),
  };
}

/** Names of series, each with the names of its labels in every combination that occurs. */
export function shapes(samples: readonly Sample[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const { name, labels } of samples) {
    const combinations = all.get(name) ?? new Set();
    all.set(name, combinations.add(Object.keys(labels).sort().join(",")));
  }
  return all;
}
