import type { Pool } from "../upstream/pool";
import { Health, type HealthOptions } from "./health";

/** Answers that come within this time may have been waiting together, while the engine stood still. */
const burstMs = 1500;

/** Which half of a request an engine does. */
export type Role = "prefill" | "decode";

/** An engine as discovery knows it. */
export interface EngineAddress {
  /** Tells engines apart, also one that took the address of another: the pod's uid and the address. */
  key: string;
  role: Role;
  host: string;
  port: number;
  /** Engines of a pair share it. */
  compatibility: string;
  /** Serves and is to get new requests. */
  serving: boolean;
}

/** One engine: where it is, how it is, and what it does for this router. */
export class Engine {
  /** In logs and metrics. */
  readonly name: string;
  readonly health: Health;
  /** Known to discovery. One that is not any more ends with its last request. */
  listed = true;
  /** Discovery says that it may get new requests. */
  serving: boolean;
  /** Requests that were given to it, or are about to be. */
  running = 0;
  /** Input tokens, as estimated, of prefills that it has not answered. */
  queuedTokens = 0;
  /** The last two signs of life. */
  private signs: [before: number, last: number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  /** Gives up requests that may run elsewhere from the beginning: prefills. */
  readonly repeatable = new Set<() => void>();
  /** When it was asked the last /health that it answered well. */
  healthyAskedAt = Number.NEGATIVE_INFINITY;
  /** When it last did a generation as it should. */
  generatedAt = Number.NEGATIVE_INFINITY;

  constructor(
    readonly address: EngineAddress,
    readonly pool: Pool,
    health: HealthOptions,
  ) {
    this.name = `${address.host.includes(":") ? `[${address.host}]` : address.host}:${address.port}`;
    this.health = new Health(health);
    this.serving = address.serving;
  }

  /** An answer came from it. What an engine sends at once when it wakes up is one sign. */
  sign(time: number): void {
    if (time - this.signs[1] >= burstMs) this.signs = [this.signs[1], time];
  }

  /** The last sign of life that does not belong to what it sends at `time`. */
  signBefore(time: number): number {
    const [before, last] = this.signs;
    return time - last >= burstMs ? last : before;
  }

  get role(): Role {
    return this.address.role;
  }

  get compatibility(): string {
    return this.address.compatibility;
  }

  /** Whether it may get something new. */
  get usable(): boolean {
    return this.listed && this.serving && this.health.up;
  }

  get state(): "usable" | "starting" | "ejected" | "draining" | "gone" {
    if (!this.listed) return "gone";
    if (!this.serving) return "draining";
    return this.health.up ? "usable" : this.health.known ? "ejected" : "starting";
  }
}
