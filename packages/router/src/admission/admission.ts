/** Limits of the requests in this process. */
export interface AdmissionOptions {
  running: number;
  queue: number;
  queueMs: number;
}

/** What becomes of one who asks to be admitted. */
export type Admitted = "admitted" | "queue-full" | "queue-timeout";

interface Waiter {
  admit(outcome: Admitted): void;
  timer: NodeJS.Timeout;
}

/** Lets so many requests run, and so many wait for so long, in the order in which they came. */
export class Admission {
  running = 0;
  private readonly waiters = new Set<Waiter>();

  constructor(private readonly options: AdmissionOptions) {}

  get waiting(): number {
    return this.waiters.size;
  }

  /** Asks to run. `admit` is called at once or later, once. Returns how to leave the queue. */
  ask(admit: (outcome: Admitted) => void): () => void {
    if (this.running < this.options.running) {
      this.running++;
      admit("admitted");
      return () => undefined;
    }
    if (this.waiters.size >= this.options.queue) {
      admit("queue-full");
      return () => undefined;
    }
    const waiter: Waiter = {
      admit,
      timer: setTimeout(() => {
        this.waiters.delete(waiter);
        admit("queue-timeout");
      }, this.options.queueMs),
    };
    this.waiters.add(waiter);
    return () => {
      clearTimeout(waiter.timer);
      this.waiters.delete(waiter);
    };
  }

  /** One that ran has ended: the next may. */
  leave(): void {
    const next = this.waiters.values().next().value;
    if (!next) {
      this.running--;
      return;
    }
    // its place goes over as it is, so that nobody who comes now can take it
    this.waiters.delete(next);
    clearTimeout(next.timer);
    next.admit("admitted");
  }
}
