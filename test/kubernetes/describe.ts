import type { ErrorObject } from "ajv";
import { closest } from "fastest-levenshtein";
import { FORMAT_MEANINGS } from "./formats";
import { child, fromPointer, isRecord } from "./path";

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

const unknownField = (name: string, error: ErrorObject) => {
  const known = isRecord(error.parentSchema?.properties) ? Object.keys(error.parentSchema.properties) : [];
  return known.length === 0
    ? "no field may stand here"
    : `unknown field; did you mean ${JSON.stringify(closest(name, known))}?`;
};

/** What is wrong, in the words of a manifest rather than of a schema. */
function reason(error: ErrorObject): string {
  const params: Record<string, unknown> = error.params;
  const value = shown(error.data);
  switch (error.keyword) {
    case "type":
      return `must be ${String(params.type).replace(",", " or ")}, is ${value}`;
    case "enum":
      return `must be one of ${Array.isArray(params.allowedValues) ? params.allowedValues.join(", ") : "the listed values"}, is ${value}`;
    case "format":
      return `must be ${FORMAT_MEANINGS[String(params.format)] ?? String(params.format)}, is ${value}`;
    case "uniqueBy":
      return `items ${error.message}`;
    default:
      return `${error.message ?? error.keyword}, is ${value}`;
  }
}

/** One line per schema error: the JSON path, what is wrong there and, where it can be told, what was meant. */
export function describeErrors(errors: ErrorObject[], manifest: unknown): string[] {
  // that a null is refused is said of every null at once
  const told = errors.filter((error) => error.data !== null);
  const lines = told.map((error) => {
    const path = fromPointer(error.instancePath, manifest);
    const params: Record<string, unknown> = error.params;
    if (error.keyword === "additionalProperties") {
      const name = String(params.additionalProperty);
      return `${child(path, name)}: ${unknownField(name, error)}`;
    }
    if (error.keyword === "required") return `${child(path, String(params.missingProperty))}: is required`;
    return `${path || "manifest"}: ${reason(error)}`;
  });
  return [...new Set(lines)];
}
