/** Why one derived value is what it is. */
export interface Explanation {
  /** Path in the plan: `timings.engineDrainSeconds`. */
  path: string;
  value: string | number | boolean | null;
  /** The reason, with the numbers it was made from. */
  reason: string;
  /** The argument that changes it. */
  override: string;
}

/** Collects explanations while a plan is made; `because` returns the value, so that it wraps the place where a value is decided. */
export class Explanations {
  readonly all: Explanation[] = [];

  because<T extends string | number | boolean | null>(path: string, value: T, reason: string, override: string): T {
    this.all.push({ path, value, reason, override });
    return value;
  }
}
