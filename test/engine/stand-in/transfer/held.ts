/** KV cache of one prompt, held for a decode engine. */
export interface HeldRequest {
  /** As the answer of prefill names it. */
  requestId: string;
  tokens: number;
  /** Seconds until it is freed, unless somebody asks. */
  secondsLeft: number;
}

interface Entry {
  kv: number;
  tokens: number;
  /** Of the process's clock, milliseconds. */
  expires: number;
  timer: NodeJS.Timeout;
}

/** What prefill holds: each until it is read, released, or its lease ends. */
export class Held {
  private readonly entries = new Map<string, Entry>();

  /** @param expired Called for each lease that ends. */
  constructor(
    private readonly leaseSeconds: number,
    private readonly expired: () => void,
  ) {}

  hold(requestId: string, kv: number, tokens: number): void {
    const timer = setTimeout(() => undefined, 0);
    this.entries.set(requestId, { kv, tokens, expires: 0, timer });
    this.until(requestId, this.leaseSeconds);
  }

  /** Gives the KV cache away. Blocks that are held no more have been used for other prompts: the number is another one, and nobody notices. */
  read(requestId: string): number {
    const kv = this.entries.get(requestId)?.kv;
    this.release(requestId);
    if (kv !== undefined) return kv;
    console.error(`Potentially invalid KV blocks for unrecognized request ${requestId} were retrieved.`);
    return Math.floor(Math.random() * 0xffffffff);
  }

  release(requestId: string): void {
    clearTimeout(this.entries.get(requestId)?.timer);
    this.entries.delete(requestId);
  }

  /** A decode engine has the request, and has not read yet: two thirds of a lease more, from now. */
  heartbeat(requestId: string): void {
    const entry = this.entries.get(requestId);
    const seconds = Math.floor((this.leaseSeconds * 2) / 3);
    if (entry && entry.expires < performance.now() + seconds * 1000) this.until(requestId, seconds);
  }

  all(): HeldRequest[] {
    const now = performance.now();
    return [...this.entries].map(([requestId, { tokens, expires }]) => ({
      requestId,
      tokens,
      secondsLeft: (expires - now) / 1000,
    }));
  }

  private until(requestId: string, seconds: number): void {
    const entry = this.entries.get(requestId);
    if (!entry) return;
    clearTimeout(entry.timer);
    entry.expires = performance.now() + seconds * 1000;
    entry.timer = setTimeout(() => {
      this.entries.delete(requestId);
      this.expired();
    }, seconds * 1000);
    entry.timer.unref();
  }
}
