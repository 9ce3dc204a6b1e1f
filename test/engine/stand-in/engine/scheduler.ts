import type { SchedulerMetrics } from "../metrics/schedulerMetrics";
import type { RemoteKv, Sequence } from "./sequence";
import { seedOf, tokenAt } from "./text";

/** Limits and speeds of the stand-in's one engine. */
export interface SchedulerSettings {
  /** `--max-num-seqs`: more wait. */
  maxSequences: number;
  /** Of each running sequence. */
  tokensPerSecond: number;
  /** Of each sequence in prefill. */
  promptTokensPerSecond: number;
  /** KV transfer: whether a prompt whose KV cache cannot be read is computed here. */
  transfer: { failure: "fail" | "recompute" } | undefined;
}

/** Runs sequences at a set speed, as many at once as the engine's limit allows, in the order of arrival. */
export class Scheduler {
  private readonly waiting: Sequence[] = [];
  private readonly loading = new Set<Sequence>();
  private readonly running = new Set<Sequence>();
  private timer: NodeJS.Timeout | undefined;
  private last = 0;
  private idle: (() => void)[] = [];
  private dead = false;
  /** 1 is the set speed; 0 stands still. */
  speed = 1;

  constructor(
    private readonly settings: SchedulerSettings,
    private readonly metrics: SchedulerMetrics,
  ) {}

  /** Waiting and running sequences: what `--max-num-queued-reqs` limits. */
  get unfinished(): number {
    return this.waiting.length + this.loading.size + this.running.size;
  }

  /** Prompt tokens of sequences that have no token yet: what `--max-num-queued-tokens` limits. */
  get queuedTokens(): number {
    const sum = (all: Iterable<Sequence>) => [...all].reduce((n, s) => n + (s.generated === 0 ? s.promptTokens : 0), 0);
    return sum(this.waiting) + sum(this.running);
  }

  submit(sequences: readonly Sequence[]): void {
    if (this.settings.transfer) for (const sequence of sequences) this.metrics.lookedUp(sequence);
    this.waiting.push(...sequences);
    this.fill();
    this.count();
    if (this.timer || this.dead) return;
    this.last = performance.now();
    const stepMs = Math.min(20, Math.max(2, 1000 / this.settings.tokensPerSecond));
    this.timer = setInterval(() => this.step(), stepMs);
  }

  /** The client is gone: nothing more is generated, and no counter of finished requests moves. */
  abort(sequences: readonly Sequence[]): void {
    for (const sequence of sequences) {
      if (sequence.state === "finished" || sequence.state === "aborted") continue;
      if (sequence.state === "waiting") sequence.remote?.release();
      sequence.state = "aborted";
      this.loading.delete(sequence);
      this.running.delete(sequence);
      const place = this.waiting.indexOf(sequence);
      if (place >= 0) this.waiting.splice(place, 1);
    }
    this.fill();
    this.count();
  }

  /** Ends everything at once: with the reason "abort", or with an error. */
  endAll(how: "abort" | "error"): void {
    for (const sequence of [...this.running, ...this.loading, ...this.waiting]) {
      this.abort([sequence]);
      if (how === "error") sequence.listener.failed("core");
      else sequence.listener.finished("abort");
    }
  }

  /** Resolves once nothing waits or runs. */
  drained(): Promise<void> {
    return this.unfinished === 0 ? Promise.resolve() : new Promise((resolve) => this.idle.push(resolve));
  }

  /** The engine process is killed: sequences never end, and nobody is told. */
  kill(): void {
    this.dead = true;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private step(): void {
    const now = performance.now();
    const seconds = ((now - this.last) / 1000) * this.speed;
    this.last = now;
    let tokens = 0;
    for (const sequence of [...this.running]) tokens += this.advance(sequence, seconds, now);
    if (tokens > 0) this.metrics.step(tokens);
    this.fill();
    this.count();
  }

  private advance(sequence: Sequence, seconds: number, now: number): number {
    let worked = 0;
    if (sequence.generated === 0) {
      sequence.prefillLeft -= seconds * this.settings.promptTokensPerSecond;
      if (sequence.prefillLeft > 0 || seconds === 0) return 0;
      worked = sequence.promptTokens;
      sequence.credit = 1;
    } else {
      sequence.credit += seconds * this.settings.tokensPerSecond;
    }
    while (sequence.credit >= 1 && sequence.state === "running") {
      sequence.credit -= 1;
      worked += 1;
      this.emit(sequence, now);
    }
    return worked;
  }

  private emit(sequence: Sequence, now: number): void {
    const text = tokenAt(seedOf(sequence.kv, sequence.choice), sequence.generated++);
    if (sequence.generated === 1) {
      sequence.at.firstToken = now;
      this.metrics.firstToken(sequence);
    } else {
      this.metrics.nextToken((now - sequence.at.lastToken) / 1000);
    }
    sequence.at.lastToken = now;
    // Ended before the last token goes out, so that who sees it also sees the counters moved.
    const last = sequence.generated >= sequence.maxTokens;
    if (last) {
      sequence.state = "finished";
      this.running.delete(sequence);
      this.metrics.finished(sequence, "length");
      this.fill();
      this.count();
    }
    sequence.listener.token(text);
    if (last) sequence.listener.finished("length");
  }

  private fill(): void {
    while (!this.dead && this.running.size < this.settings.maxSequences) {
      // an engine that stands still reads nothing
      if (this.speed === 0 && this.waiting[0]?.remote) break;
      const next = this.waiting.shift();
      if (!next) break;
      if (next.remote && next.state === "waiting") {
        void this.load(next, next.remote);
        continue;
      }
      this.run(next);
    }
  }

  private run(sequence: Sequence): void {
    sequence.state = "running";
    sequence.at.scheduled = performance.now();
    this.running.add(sequence);
  }

  /** Reads a KV cache. The sequence is next when it has come. */
  private async load(sequence: Sequence, remote: RemoteKv): Promise<void> {
    sequence.state = "loading";
    this.loading.add(sequence);
    const kv = await remote.read().catch(() => undefined);
    if (!this.loading.delete(sequence) || this.dead) return;
    if (kv !== undefined) {
      sequence.kv = kv;
      sequence.loaded = true;
      sequence.prefillLeft = 0;
    } else if (this.settings.transfer?.failure !== "recompute") {
      sequence.state = "finished";
      this.metrics.loadFailed();
      sequence.listener.failed("load");
      this.count();
      return;
    }
    // its state says that there is nothing more to read
    this.waiting.unshift(sequence);
    this.fill();
    this.count();
  }

  private count(): void {
    this.metrics.requests(this.running.size, this.waiting.length, this.loading.size);
    if (this.unfinished > 0 || this.dead) return;
    clearInterval(this.timer);
    this.timer = undefined;
    for (const resolve of this.idle.splice(0)) resolve();
  }
}
