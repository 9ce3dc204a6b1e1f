import { setTimeout as sleep } from "node:timers/promises";

/**
 * Work by key: one at a time for each key, once more when it is asked for meanwhile, and again after a second when it fails.
 */
export class Queue {
  private readonly waiting = new Set<string>();
  private readonly working = new Map<string, Promise<void>>();
  private ended = false;

  constructor(
    private readonly work: (key: string) => Promise<void>,
    private readonly complain: (text: string) => void,
    private readonly pauseMilliseconds = 1000,
  ) {}

  add(key: string): void {
    if (this.ended) return;
    this.waiting.add(key);
    if (!this.working.has(key)) this.working.set(key, this.run(key));
  }

  /** Takes no more, and waits for what is being done. */
  async end(): Promise<void> {
    this.ended = true;
    await Promise.all(this.working.values());
  }

  private async run(key: string): Promise<void> {
    while (this.waiting.delete(key) && !this.ended) {
      try {
        await this.work(key);
      } catch (error) {
        this.complain(`${key}: ${(error as Error).message}`);
        this.waiting.add(key);
        await sleep(this.pauseMilliseconds);
      }
    }
    this.working.delete(key);
  }
}
