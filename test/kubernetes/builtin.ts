import type { SchemaObject } from "ajv";
import { ENUMS } from "./enums";
import generated from "./schema.generated.json";
import { type OpenApi, strict } from "./strict";

/** A kind that manifests may be of. */
export interface Kind {
  /** As manifests say it, such as `apps/v1`. */
  apiVersion: string;
  kind: string;
  /** Whether its objects live in a namespace. */
  namespaced: boolean;
  /** Schema of a whole manifest, as a reference or in full. */
  schema: SchemaObject;
  /** Comes from a CustomResourceDefinition. */
  custom: boolean;
}

/** Id of the document that {@link DEFINITIONS} makes. */
export const KUBERNETES = "kubernetes";

/** Types that the document leaves at "string" or "object". */
const SPECIAL: Record<string, SchemaObject> = {
  IntOrString: { type: ["integer", "string"], format: "int32" },
  Quantity: { type: ["number", "string"], format: "quantity" },
  RawExtension: { type: "object" },
  "meta.v1.FieldsV1": { type: "object" },
};

function definition(name: string, schema: OpenApi): SchemaObject {
  const special = SPECIAL[name];
  if (special !== undefined) return special;
  const result = strict(schema);
  for (const [field, values] of Object.entries(ENUMS[name] ?? {})) {
    const property: SchemaObject = result.properties[field];
    const target: SchemaObject = property.items ?? property;
    target.enum = values;
  }
  return result;
}

const definitions: Record<string, OpenApi> = generated.definitions;

/** Every definition of Kubernetes' own API, strict, as one schema document. */
export const DEFINITIONS: SchemaObject = {
  $id: KUBERNETES,
  definitions: Object.fromEntries(Object.entries(definitions).map(([name, it]) => [name, definition(name, it)])),
};

/** Reference to a definition, from outside of the document. */
export const reference = (name: string): SchemaObject => ({ $ref: `${KUBERNETES}#/definitions/${name}` });

/** Kubernetes' own kinds that are known here. */
export const BUILTIN_KINDS: Kind[] = Object.entries(generated.kinds).map(([key, value]) => {
  const slash = key.lastIndexOf("/");
  return {
    apiVersion: key.slice(0, slash),
    kind: key.slice(slash + 1),
    namespaced: value.namespaced,
    schema: reference(value.definition),
    custom: false,
  };
});
