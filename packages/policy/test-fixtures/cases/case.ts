import type { Settings } from "../../src/rule";
import type { ResourceView } from "../../src/view";

/** One stack, and what a rule says of it. */
export interface Case {
  what: string;
  resources: ResourceView[];
  settings?: Settings;
  /** What there was before, for a rule of updates. */
  before?: ResourceView[];
}

/** Cases of a rule: what passes, what fails with which words, and what cannot be checked yet. */
export interface Cases {
  pass: Case[];
  fail: (Case & { says: string })[];
  open?: (Case & { says: string })[];
}
