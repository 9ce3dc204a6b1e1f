import { now } from "../upstream/connection";

/** How long an answer of prefill can be used. */
export class Lease {
  /** The last moment at which decode may take the answer up. */
  readonly deadline: number;

  /**
   * The lease begins in the engine when the prompt is done, before its answer is sent: the router cannot see that moment. The answer says when
   * the blocks expire for blocks of decode engines only, by a clock of that machine. So the age counts from the last moment before the answer at
   * which the engine is known not to have had it finished: when the request was written, or when it last answered anything else
   * (an engine that answers sends what is finished). An engine that stood still in between has made no such sign.
   */
  constructor(options: { leaseMs: number; marginMs: number }, beganAt: number) {
    this.deadline = beganAt + options.leaseMs - options.marginMs;
  }

  /** Milliseconds in which decode must have the answer; 0 when it is too late. */
  left(time = now()): number {
    return Math.max(0, this.deadline - time);
  }

  get expired(): boolean {
    return this.left() === 0;
  }
}
