import type { SchemaObject } from "ajv";

/** A schema as Kubernetes writes it: of its OpenAPI document, or a CRD's openAPIV3Schema. */
export interface OpenApi {
  $ref?: string;
  type?: string;
  format?: string;
  items?: OpenApi;
  required?: string[];
  properties?: Record<string, OpenApi>;
  additionalProperties?: OpenApi | boolean;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  allOf?: OpenApi[];
  anyOf?: OpenApi[];
  oneOf?: OpenApi[];
  not?: OpenApi;
  "x-kubernetes-embedded-resource"?: boolean;
  "x-kubernetes-int-or-string"?: boolean;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-list-map-keys"?: string[];
}

/** Keywords that mean the same in OpenAPI and JSON Schema. */
const SAME = ["enum", "maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"] as const;
const ALSO_SAME = ["multipleOf", "pattern", "uniqueItems"] as const;

/** Formats that are checked; the API server takes others as remarks, and so does this. */
const CHECKED = new Set(["byte", "date-time", "double", "int32", "int64", "quantity"]);

/**
 * JSON Schema that accepts what the API server would keep, and nothing that it would drop: fields that are not declared
 * are refused, except in maps and below `x-kubernetes-preserve-unknown-fields`.
 *
 * CEL rules (`x-kubernetes-validations`) are not evaluated.
 */
export function strict(schema: OpenApi): SchemaObject {
  if (schema.$ref !== undefined) return { $ref: schema.$ref };
  if (schema["x-kubernetes-int-or-string"] === true || schema.format === "int-or-string") {
    // the anyOf that CRDs have beside it says the same once more, in noisy errors
    return { ...bounds(schema), type: ["integer", "string"] };
  }
  const { type, format, items } = schema;
  return {
    ...bounds(schema),
    ...combinations(schema),
    ...(type !== undefined && { type }),
    ...(format !== undefined && CHECKED.has(format) && { format }),
    ...(items !== undefined && { items: strict(items) }),
    ...listKeys(schema),
    ...fields(schema),
  };
}

function fields(schema: OpenApi): SchemaObject {
  const { type, properties, additionalProperties } = schema;
  const free = schema["x-kubernetes-preserve-unknown-fields"] === true || additionalProperties === true;
  if (type !== "object" && properties === undefined) return {};
  const embedded = schema["x-kubernetes-embedded-resource"] === true;
  const declared = Object.entries(properties ?? {}).map(([name, value]) => [name, strict(value)]);
  // the server fills defaults in before it looks for required fields
  const required = schema.required?.filter((name) => properties?.[name]?.default === undefined);
  return {
    properties: { ...(embedded && { apiVersion: {}, kind: {}, metadata: {} }), ...Object.fromEntries(declared) },
    additionalProperties: typeof additionalProperties === "object" ? strict(additionalProperties) : free,
    ...(required !== undefined && { required }),
  };
}

/** `uniqueBy` is the keyword of lists.ts. */
function listKeys(schema: OpenApi): SchemaObject {
  if (schema["x-kubernetes-list-type"] === "set") return { uniqueItems: true };
  const keys = schema["x-kubernetes-list-map-keys"];
  if (keys === undefined) return {};
  // built-in types leave this one default out of the document
  const fallback = (key: string) =>
    schema.items?.properties?.[key]?.default ?? (key === "protocol" ? "TCP" : undefined);
  return { uniqueBy: Object.fromEntries(keys.map((key) => [key, fallback(key) ?? null])) };
}

function bounds(schema: OpenApi): SchemaObject {
  const result: SchemaObject = {};
  const source: Record<string, unknown> = { ...schema };
  for (const keyword of [...SAME, ...ALSO_SAME]) {
    if (source[keyword] !== undefined) result[keyword] = source[keyword];
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (minimum !== undefined) result[exclusiveMinimum === true ? "exclusiveMinimum" : "minimum"] = minimum;
  if (maximum !== undefined) result[exclusiveMaximum === true ? "exclusiveMaximum" : "maximum"] = maximum;
  return result;
}

function combinations({ allOf, anyOf, oneOf, not }: OpenApi): SchemaObject {
  return {
    ...(allOf !== undefined && { allOf: allOf.map(check) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(check) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(check) }),
    ...(not !== undefined && { not: check(not) }),
  };
}

/** A branch of a combination: it states values of fields that are declared outside of it, so it closes nothing. */
function check(schema: OpenApi): SchemaObject {
  const { type, items, required, properties } = schema;
  return {
    ...bounds(schema),
    ...combinations(schema),
    ...(type !== undefined && { type }),
    ...(items !== undefined && { items: check(items) }),
    ...(required !== undefined && { required }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, check(value)])),
    }),
  };
}
