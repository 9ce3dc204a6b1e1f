import type { Change } from "../change/change";
import type { EngineView } from "../engine";
import type { Path, ResourceView, Value } from "../view";

/** Whether a rule stops a deployment. */
export type Level = "mandatory" | "advisory" | "disabled";

/** JSON schema of one setting, as far as rules need it. */
export interface Setting {
  type: "string" | "integer" | "number" | "boolean" | "array" | "object";
  description: string;
  minimum?: number;
  items?: { type: "string" };
  additionalProperties?: { type: "string" };
}

/** Settings of a rule, as the configuration gives them. */
export type Settings = Record<string, Value>;

/** What a rule is given to look at. */
export interface Given {
  /** One resource, or all of the stack for a rule that compares. */
  resources: readonly ResourceView[];
  /** Containers among them that run the engine. */
  engines: readonly EngineView[];
  settings: Settings;
  /** What an update would do; absent where it is not known what there was. */
  changes?: readonly Change[];
}

/** What a rule says of a resource, or of the stack where it names none. */
export type Outcome =
  | { urn?: string; message: string }
  /** Nothing yet: a value is known only after deployment, or stands outside of the stack. */
  | { urn?: string; open: string; path?: readonly (string | number)[] };

/** A place, and the value that it gets. The rest of the properties is not touched: copies would lose marks of secrets and what is not known yet. */
export type Patch = readonly [Path, Value];

/** One rule: what it demands, and how it is checked. */
export interface Rule {
  /** Unique; letters, digits and dashes. */
  name: string;
  /** One sentence: what must be. */
  description: string;
  severity: "low" | "medium" | "high" | "critical";
  /** @default level where the configuration gives none */
  level: Level;
  /** What it is about. */
  tags: readonly Tag[];
  /** How to satisfy it. */
  remediation: string;
  /** - `resource`: looks at one resource.
   *  - `stack`: compares resources. */
  scope: "resource" | "stack";
  settings?: Record<string, Setting>;
  check(given: Given): Outcome[];
  /** What to write into the properties of a resource that breaks the rule; only where nothing is lost. */
  remedy?(resource: ResourceView): Patch[];
}

/** Topics of rules. */
export type Tag =
  | "security"
  | "availability"
  | "lifecycle"
  | "gpu"
  | "storage"
  | "prefill-decode"
  | "network"
  | "aws"
  | "cost"
  | "compliance"
  | "engine";
