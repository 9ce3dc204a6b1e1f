/** Prometheus metrics in the text format, without dependencies. */

/** Labels of one series. */
export type Labels = Readonly<Record<string, string>>;

interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  lines(): string[];
}

/** A number per set of labels: counters and gauges. */
export class Value implements Metric {
  private readonly series = new Map<string, number>();

  constructor(
    readonly name: string,
    readonly type: "counter" | "gauge",
  ) {}

  set(labels: Labels, value: number): void {
    this.series.set(written(labels), value);
  }

  add(labels: Labels, by = 1): void {
    const key = written(labels);
    this.series.set(key, (this.series.get(key) ?? 0) + by);
  }

  lines(): string[] {
    return [...this.series].map(([labels, value]) => `${this.name}${labels} ${number(value)}`);
  }
}

/** Observations in buckets; without buckets a summary, which has only count and sum. */
export class Distribution implements Metric {
  private readonly series = new Map<string, { labels: Labels; counts: number[]; count: number; sum: number }>();

  constructor(
    readonly name: string,
    private readonly bounds: readonly number[] | undefined,
  ) {}

  get type(): "histogram" | "summary" {
    return this.bounds ? "histogram" : "summary";
  }

  /** Makes the series visible before its first observation. */
  touch(labels: Labels): void {
    this.at(labels);
  }

  observe(labels: Labels, value: number): void {
    const series = this.at(labels);
    series.count += 1;
    series.sum += value;
    const place = (this.bounds ?? []).findIndex((bound) => value <= bound);
    if (place >= 0) series.counts[place] = (series.counts[place] ?? 0) + 1;
  }

  lines(): string[] {
    return [...this.series.values()].flatMap(({ labels, counts, count, sum }) => {
      let below = 0;
      const buckets = (this.bounds ?? []).map((bound, i) => {
        below += counts[i] ?? 0;
        return `${this.name}_bucket${written({ ...labels, le: number(bound) })} ${number(below)}`;
      });
      if (this.bounds) buckets.push(`${this.name}_bucket${written({ ...labels, le: "+Inf" })} ${number(count)}`);
      const end = written(labels);
      return [...buckets, `${this.name}_count${end} ${number(count)}`, `${this.name}_sum${end} ${number(sum)}`];
    });
  }

  private at(labels: Labels) {
    const key = written(labels);
    const found = this.series.get(key) ?? { labels, counts: [], count: 0, sum: 0 };
    this.series.set(key, found);
    return found;
  }
}

/** All metrics of a process. */
export class Registry {
  private readonly metrics: Metric[] = [];

  add<M extends Metric>(metric: M): M {
    this.metrics.push(metric);
    return metric;
  }

  text(): string {
    const parts = this.metrics.flatMap((m) => [`# TYPE ${m.name} ${m.type}`, ...m.lines()]);
    return `${parts.join("\n")}\n`;
  }
}

function written(labels: Labels): string {
  const names = Object.keys(labels).sort();
  if (names.length === 0) return "";
  return `{${names.map((n) => `${n}="${escaped(labels[n] ?? "")}"`).join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** As Python writes it: whole numbers with ".0". */
function number(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
