import { Ajv, type ValidateFunction } from "ajv";
import { BUILTIN_KINDS, DEFINITIONS, type Kind, reference } from "./builtin";
import { describeErrors } from "./describe";
import { FORMATS } from "./formats";
import { UNIQUE_BY } from "./lists";
import { child, isRecord } from "./path";
import { podsOf } from "./pods";
import { GO_PATTERNS } from "./regexp";
import { rulesFor } from "./rules";

/** Problems of a manifest, each with its JSON path; empty when the API server would take it as it is. */
export type Validate = (manifest: unknown) => string[];

/** Validates against Kubernetes' own kinds and the given custom ones. */
export function createValidator(customKinds: Kind[]): Validate {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    // optimising a schema takes longer than it ever saves here
    code: { optimize: false, regExp: GO_PATTERNS },
    strictTypes: false,
    strictRequired: false,
    unicodeRegExp: false,
    formats: FORMATS,
    keywords: [UNIQUE_BY],
    schemas: [DEFINITIONS],
  });
  const kinds = [...BUILTIN_KINDS, ...customKinds];
  // compiled on first use: a CRD with pod templates takes a second
  const compiled = new Map<unknown, ValidateFunction>();
  const check = (schema: Kind["schema"], value: unknown, key: unknown): string[] => {
    const validate = compiled.get(key) ?? ajv.compile(schema);
    compiled.set(key, validate);
    if (validate(value)) return [];
    return describeErrors(validate.errors ?? [], value);
  };
  const podTemplate = reference("core.v1.PodTemplateSpec");

  return (manifest) => {
    if (!isRecord(manifest)) return ["manifest: must be an object"];
    const kind = findKind(kinds, manifest);
    if (typeof kind === "string") return [kind];
    const shape = [...nulls(manifest, ""), ...check(kind.schema, manifest, kind)];
    if (shape.length > 0) return shape;
    const pods = [...podsOf(manifest)];
    // what a CRD says about pod templates is looser than what becomes of them
    const templates = kind.custom
      ? pods.flatMap((pod) =>
          check(podTemplate, pod.template, "pod").map((problem) => `${pod.templatePath}.${problem}`),
        )
      : [];
    if (templates.length > 0) return templates;
    return [...rulesFor(kind, manifest, pods)];
  };
}

/**
 * Validates a manifest strictly against Kubernetes 1.36 without a cluster: its schema with every unknown field refused,
 * and the rules of the API server that a schema cannot say (see rules/).
 */
export const validateManifest: Validate = createValidator([]);

function findKind(kinds: Kind[], manifest: Record<string, unknown>): Kind | string {
  const { apiVersion, kind } = manifest;
  if (typeof kind !== "string") return "kind: is required, and is text";
  if (typeof apiVersion !== "string") return "apiVersion: is required, and is text";
  const named = kinds.filter((known) => known.kind === kind);
  const found = named.find((known) => known.apiVersion === apiVersion);
  if (found !== undefined) return found;
  if (named.length === 0) return `kind: ${kind} of ${apiVersion} is not known here; give its CRD with withCrds(folder)`;
  return `apiVersion: ${kind} is of ${named.map((known) => known.apiVersion).join(" or ")}, not of ${apiVersion}`;
}

/** The API server drops a null, so that what was meant by it is lost. */
function* nulls(value: unknown, path: string): Iterable<string> {
  if (value === null) yield `${path}: must not be null; leave the field out`;
  else if (typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      yield* nulls(item, child(path, Array.isArray(value) ? Number(key) : key));
    }
  }
}
