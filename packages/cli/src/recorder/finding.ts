import type { Problem } from "@sonar-iac/topology";

/** A problem or a warning, with what it is about. */
export interface Finding extends Problem {
  /** What reports it, as a heading: `ReplicatedService "qwen3"`; null for the program as a whole. */
  component: string | null;
  /** Where in the program: `index.ts:12`. */
  position?: string;
}

/** A finding that concerns no argument. */
export function finding(component: string | null, message: string, position?: string): Finding {
  return position === undefined ? { component, path: "", message } : { component, path: "", message, position };
}
