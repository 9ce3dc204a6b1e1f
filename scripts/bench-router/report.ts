import type { Cost } from "./processes";

/** What one round has shown of one router. */
export interface Figures {
  /** MB after the start. */
  idle: number;
  single: Cost;
  many: Cost;
  streams: Cost;
}

type Direct = { single: Cost; many: Cost };

/** Prints medians, what each adds to the engines' own time, and how the first ones compare with the last. */
export function report(all: ReadonlyMap<string, readonly Figures[]>, direct: readonly Direct[]): void {
  const bare = {
    single: { p50: median(direct.map((d) => d.single.p50)), p99: median(direct.map((d) => d.single.p99)) },
    many: { p50: median(direct.map((d) => d.many.p50)), p99: median(direct.map((d) => d.many.p99)) },
  };
  const ceiling = median(direct.map((d) => d.many.requests / d.many.seconds));
  console.log(
    `without a router: ${ceiling.toFixed(0)} pairs of requests/s at 64 concurrent, p50 ${bare.single.p50.toFixed(2)} ms at 1`,
  );
  const rows: [string, (f: Figures) => number, number][] = [
    ["requests/s at 64 concurrent", (f) => f.many.requests / f.many.seconds, 0],
    ["router's core in use then, %", (f) => (100 * f.many.cpu) / f.many.seconds, 0],
    ["CPU per request, µs", (f) => (1e6 * f.many.cpu) / f.many.requests, 1],
    ["p50 at 64, ms", (f) => f.many.p50, 2],
    ["p99 at 64, ms", (f) => f.many.p99, 2],
    ["added p50 at 64, ms", (f) => f.many.p50 - bare.many.p50, 2],
    ["added p99 at 64, ms", (f) => f.many.p99 - bare.many.p99, 2],
    ["p50 at 1, ms", (f) => f.single.p50, 3],
    ["added p50 at 1, ms", (f) => f.single.p50 - bare.single.p50, 3],
    ["added p99 at 1, ms", (f) => f.single.p99 - bare.single.p99, 3],
    ["CPU per streamed event at 1,000 streams, µs", (f) => (1e6 * f.streams.cpu) / f.streams.events, 1],
    ["events/s then (5,000 are made)", (f) => f.streams.events / f.streams.seconds, 0],
    ["MB after the start", (f) => f.idle, 0],
    ["MB after 64 concurrent", (f) => f.many.memory, 0],
    ["MB with 1,000 streams", (f) => f.streams.memory, 0],
    ["failures", (f) => f.single.failures + f.many.failures + f.streams.failures, 0],
  ];
  const names = [...all.keys()];
  const last = names.at(-1);
  const compared = names.length > 1 && last?.startsWith("vllm") ? names.slice(0, -1) : [];
  const heads = [...names, ...compared.map((name) => `${name} : ${last}`)];
  console.log(`\n| medians of ${direct.length} rounds | ${heads.join(" | ")} |\n|---|${"--:|".repeat(heads.length)}`);
  for (const [title, of, digits] of rows) {
    const values = names.map((name) => median((all.get(name) ?? []).map(of)));
    const theirs = values.at(-1) ?? Number.NaN;
    const ratios = compared.map((_, i) => (theirs === 0 ? "" : ((values[i] ?? Number.NaN) / theirs).toFixed(2)));
    console.log(`| ${title} | ${[...values.map((value) => value.toFixed(digits)), ...ratios].join(" | ")} |`);
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
