/** One thing that is wrong, or may be: where, what, why and the way out. */
export interface Problem {
  /** Path of the argument, as the user writes it: `parallelism.tensor`. */
  path: string;
  /** The value found; absent for a value that is missing or secret. */
  value?: unknown;
  /** What is wrong and why, and how to mend it, in whole sentences. */
  message: string;
}
