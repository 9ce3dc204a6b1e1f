/** When an engine leaves traffic, and for how long. Milliseconds. */
export interface HealthOptions {
  /** Failures in a row that eject. */
  failures: number;
  ejectionMs: number;
  longestEjectionMs: number;
}

/** What can be wrong with an engine. A refused connection means that nothing listens: one is enough. */
export type Trouble = "refused" | "connection" | "silent" | "status" | "health";

/**
 * Whether an engine gets requests.
 *
 * It starts outside, and a good answer of /health lets it in. Failures in a row eject it for a time that doubles with each ejection. Then a trial
 * (`/health` and one token, by the prober; never a client's request) lets it back, or ejects it again. An engine whose port was
 * closed or whose /health failed and is good again has started anew: it is tried at once.
 */
export class Health {
  up = false;
  /** It was up before. */
  known = false;
  private failed = 0;
  private unhealthy = 0;
  private ejectedUntil = 0;
  private nextEjectionMs: number;
  private upSince = 0;
  /** /health itself failed: its return is news. */
  private down = false;

  constructor(private readonly options: HealthOptions) {
    this.nextEjectionMs = options.ejectionMs;
  }

  /** A generation went well. */
  success(): void {
    this.failed = 0;
  }

  /** /health was good. That says nothing of generations: their failures stay counted. */
  healthy(): void {
    this.unhealthy = 0;
  }

  /** Something failed. Returns whether that ejected it. */
  failure(trouble: Trouble, time: number, mayEject = true): boolean {
    const count = trouble === "health" ? ++this.unhealthy : ++this.failed;
    const enough = trouble === "refused" || count >= this.options.failures;
    if (enough && (trouble === "refused" || trouble === "health")) this.down = true;
    if (!this.up || !enough || !mayEject) return false;
    this.eject(time);
    return true;
  }

  /** Whether a trial is due, given that /health was just good. */
  due(time: number): boolean {
    return !this.up && (!this.known || this.down || time >= this.ejectedUntil);
  }

  /** The outcome of a trial. */
  tried(good: boolean, time: number): void {
    if (!good) {
      this.down = false;
      this.eject(time);
      return;
    }
    this.up = true;
    this.known = true;
    this.down = false;
    this.failed = 0;
    this.unhealthy = 0;
    this.upSince = time;
  }

  private eject(time: number): void {
    // who was good for longer than the longest ejection begins anew
    if (this.up && time - this.upSince >= this.options.longestEjectionMs) this.nextEjectionMs = this.options.ejectionMs;
    this.up = false;
    this.failed = 0;
    this.ejectedUntil = time + this.nextEjectionMs;
    this.nextEjectionMs = Math.min(this.nextEjectionMs * 2, this.options.longestEjectionMs);
  }
}
