import table from "./tables/environment.generated.json";

/** One environment variable that the engine reads. Absent fields: none, false, or unknown. */
export interface EngineVariable {
  name: string;
  /** Python's notation: "int", "bool", "str | None", "enum", … */
  type: string;
  choices?: readonly string[];
  default?: unknown;
  /** Where a computed default comes from. */
  defaultFrom?: string;
  /** Whether its value is part of the compile cache's key, so that another value compiles anew. */
  inCompileCacheKey?: boolean;
  help?: string;
}

const variables = table.variables as readonly EngineVariable[];
const byName = new Map(variables.map((v) => [v.name, v]));

/** The engine's variable of exactly this name, or undefined. */
export function findVariable(name: string): EngineVariable | undefined {
  return byName.get(name);
}

/** Names of all variables that the engine reads, sorted. */
export function variableNames(): string[] {
  return variables.map((v) => v.name);
}

/** Whether the variable's value enters the compile cache's key. False for variables that the engine does not declare:
 *  the key is made of declared ones only. */
export function inCompileCacheKey(name: string): boolean {
  return byName.get(name)?.inCompileCacheKey ?? false;
}
