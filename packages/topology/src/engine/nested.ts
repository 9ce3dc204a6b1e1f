import table from "./tables/nested.generated.json";

/** One field of a configuration that an option takes as JSON, such as KVTransferConfig. Absent fields: none, false, or unknown. */
export interface NestedField {
  config: string;
  name: string;
  /** Python's notation. */
  type: string;
  choices?: readonly (string | number)[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  exclusiveMaximum?: number;
  /** Set by the engine itself; it cannot be given. */
  computed?: boolean;
  default?: unknown;
  /** Where a computed default comes from. */
  defaultFrom?: string;
}

const fields = table.fields as readonly NestedField[];

/** The fields of a nested configuration that can be given, by name; empty when the configuration is not in the table. */
export function nestedFields(config: string): NestedField[] {
  return fields.filter((f) => f.config === config && !f.computed);
}

/** Names of the nested configurations in the table, sorted. */
export function nestedConfigs(): string[] {
  return [...new Set(fields.map((f) => f.config))];
}
