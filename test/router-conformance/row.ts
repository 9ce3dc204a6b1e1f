import type { Feature } from "./routers/router";
import type { Stage, StageSetup } from "./stage";

/** One thing that a router does or does not. */
export interface Row {
  /** What it does, in the third person. */
  name: string;
  /** What happens to whom if it does not. */
  why: string;
  /** Without these it cannot be asked. */
  needs?: readonly Feature[];
  /** A stage of its own; absent: the one that rows share, which they leave as it was. */
  stage?: StageSetup;
  /** Throws an error that says what was seen instead. */
  run(stage: Stage): Promise<void>;
}

/** Rows of one topic. */
export interface Topic {
  topic: string;
  rows: readonly Row[];
}

/** What came of a row. */
export interface Outcome {
  topic: string;
  name: string;
  result: "yes" | "no" | "not offered";
  /** What was seen instead, in one line. */
  seen: string;
  error?: unknown;
}
