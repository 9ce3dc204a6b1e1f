/** Labels of one series. */
export type Labels = Readonly<Record<string, string>>;

const escaped = (value: string) => value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
const written = (labels: Labels, more = "") => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  if (more) parts.push(more);
  return parts.length > 0 ? `{${parts.join(",")}}` : "";
};

/** A number of one series. */
export class Value {
  value = 0;
  inc(by = 1): void {
    this.value += by;
  }
  set(value: number): void {
    this.value = value;
  }
}

/** Observations of one series, counted by size. */
export class Distribution {
  readonly counts: Float64Array;
  sum = 0;
  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }
  observe(value: number): void {
    const { bounds, counts } = this;
    let i = 0;
    while (i < bounds.length && value > (bounds[i] as number)) i++;
    counts[i] = (counts[i] as number) + 1;
    this.sum += value;
  }
}

/** A metric: its series by their labels. */
export class Family<T> {
  private readonly series = new Map<string, { labels: Labels; of: T }>();

  constructor(
    readonly name: string,
    readonly type: "counter" | "gauge" | "histogram",
    readonly help: string,
    private readonly make: () => T,
    private readonly write: (name: string, labels: Labels, of: T) => string,
  ) {}

  /** The series with these labels; it is there from now on. Hot paths keep what they get. */
  with(labels: Labels = {}): T {
    const key = Object.values(labels).join("\u0000");
    let found = this.series.get(key);
    if (!found) {
      found = { labels, of: this.make() };
      this.series.set(key, found);
    }
    return found.of;
  }

  /** Forgets the series that have all of these labels. */
  drop(labels: Labels): void {
    for (const [key, { labels: has }] of this.series) {
      if (Object.entries(labels).every(([name, value]) => has[name] === value)) this.series.delete(key);
    }
  }

  text(): string {
    const lines = [`# HELP ${this.name} ${this.help}`, `# TYPE ${this.name} ${this.type}`];
    for (const { labels, of } of this.series.values()) lines.push(this.write(this.name, labels, of));
    return lines.join("\n");
  }
}

const number = (name: string, labels: Labels, { value }: Value) => `${name}${written(labels)} ${value}`;

function distribution(name: string, labels: Labels, { bounds, counts, sum }: Distribution): string {
  const lines: string[] = [];
  let total = 0;
  for (const [i, bound] of bounds.entries()) {
    total += counts[i] as number;
    lines.push(`${name}_bucket${written(labels, `le="${bound}"`)} ${total}`);
  }
  total += counts[bounds.length] as number;
  lines.push(`${name}_bucket${written(labels, 'le="+Inf"')} ${total}`);
  lines.push(`${name}_sum${written(labels)} ${sum}`, `${name}_count${written(labels)} ${total}`);
  return lines.join("\n");
}

/** What Prometheus reads. */
export class Metrics {
  private readonly families: Family<Value | Distribution>[] = [];
  private readonly before: (() => void)[] = [];

  counter(name: string, help: string): Family<Value> {
    return this.add(new Family(name, "counter", help, () => new Value(), number));
  }

  gauge(name: string, help: string): Family<Value> {
    return this.add(new Family(name, "gauge", help, () => new Value(), number));
  }

  histogram(name: string, help: string, bounds: readonly number[]): Family<Distribution> {
    return this.add(new Family(name, "histogram", help, () => new Distribution(bounds), distribution));
  }

  /** Called before each reading, to set what is only looked at then. */
  onRead(set: () => void): void {
    this.before.push(set);
  }

  text(): string {
    for (const set of this.before) set();
    return `${this.families.map((family) => family.text()).join("\n")}\n`;
  }

  private add<T extends Value | Distribution>(family: Family<T>): Family<T> {
    this.families.push(family as unknown as Family<Value | Distribution>);
    return family;
  }
}
