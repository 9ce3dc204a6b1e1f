import { Distribution, type Registry, Value } from "./registry";

const seconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 5];
const bytes = Array.from({ length: 12 }, (_, i) => 2 ** (11 + 2 * i));
const descriptors = [10, 20, 30, 50, 75, 100, 200, 400, 1000, 2000, 4000, 10_000, 20_000, 50_000];

/** What the engine says of KV transfers once it has a NIXL connector. */
export class TransferMetrics {
  private readonly labels: { engine: string; model_name: string };
  private readonly durations: Distribution;
  private readonly posts: Distribution;
  private readonly sizes: Distribution;
  private readonly counts: Distribution;
  private readonly failures: Value;
  private readonly silences: Value;
  private readonly expiries: Value;

  constructor(registry: Registry, modelName: string) {
    this.labels = { engine: "0", model_name: modelName };
    const distribution = (name: string, bounds: readonly number[]) => {
      const made = registry.add(new Distribution(`aphrodite:nixl_${name}`, bounds));
      made.touch(this.labels);
      return made;
    };
    const counter = (name: string) => {
      const made = registry.add(new Value(`aphrodite:nixl_${name}_total`, "counter"));
      made.add(this.labels, 0);
      return made;
    };
    this.durations = distribution("xfer_time_seconds", seconds);
    this.posts = distribution("post_time_seconds", [0.001, ...seconds]);
    this.sizes = distribution("bytes_transferred", bytes);
    this.counts = distribution("num_descriptors", descriptors);
    this.failures = counter("num_failed_transfers");
    this.silences = counter("num_failed_notifications");
    this.expiries = counter("num_kv_expired_reqs");
  }

  /** A KV cache has come. */
  read(duration: number): void {
    this.durations.observe(this.labels, duration);
    this.posts.observe(this.labels, duration);
    this.sizes.observe(this.labels, 262_144);
    this.counts.observe(this.labels, 8);
  }

  failed(): void {
    this.failures.add(this.labels);
  }

  /** The other engine could not be told that its blocks are free. */
  unnotified(): void {
    this.silences.add(this.labels);
  }

  /** Of the engine that held, not of the one that came too late. */
  expired(): void {
    this.expiries.add(this.labels);
  }
}
