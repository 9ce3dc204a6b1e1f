import {
  groupVersionKind,
  isObject,
  isSecret,
  MARK,
  type RecordedResource,
  UNKNOWN,
  unwrap,
  type Wire,
  type WireObject,
} from "../recorder";

/** Stands in a manifest for a secret, or for a value that is known only after deployment. */
export const PLACEHOLDER = "REPLACE_ME";

/** A Kubernetes object, and what must be filled in before it is applied. */
export interface Manifest {
  object: WireObject;
  /** Paths of secrets that placeholders stand for. */
  secrets: string[];
  /** Paths of values that are known only after deployment. */
  unknowns: string[];
}

/** Whether a resource is an object that `kubectl apply` can create: no patch of another, no list, no Helm release. */
export function isManifest({ type, kind }: RecordedResource): boolean {
  if (kind !== "custom" || !type.startsWith("kubernetes:") || type.startsWith("kubernetes:helm.sh/")) return false;
  const name = groupVersionKind(type).kind;
  return !name.endsWith("Patch") && !name.endsWith("List");
}

/** The object as it would be created, without any secret. */
export function makeManifest(resource: RecordedResource): Manifest {
  const { apiVersion, kind } = groupVersionKind(resource.type);
  const { metadata } = resource.outputs;
  const manifest: Manifest = { object: {}, secrets: [], unknowns: [] };
  const { apiVersion: ownVersion, kind: ownKind, metadata: _, ...rest } = resource.inputs;
  const whole: WireObject = { apiVersion: ownVersion ?? apiVersion, kind: ownKind ?? kind };
  if (metadata !== undefined) whole.metadata = withoutOwners(metadata);
  Object.assign(whole, apiVersion === "v1" && kind === "Secret" ? secretFields(rest, manifest) : rest);
  manifest.object = fill(whole, "", manifest) as WireObject;
  return manifest;
}

/** Owners are told by ids that a cluster gives: an object that is applied by hand has none. */
function withoutOwners(metadata: Wire): Wire {
  if (!isObject(metadata)) return metadata;
  const { ownerReferences: _, ...rest } = metadata;
  return rest;
}

/** All values of a Secret as placeholders under `stringData`, which takes any text. */
function secretFields(fields: WireObject, manifest: Manifest): WireObject {
  const { data, stringData, ...rest } = fields;
  const keys = [data, stringData].flatMap((map) => {
    const plain = map === undefined ? {} : unwrap(map);
    return isObject(plain) ? Object.keys(plain) : [];
  });
  const values = [...new Set(keys)].map((key): [string, Wire] => {
    manifest.secrets.push(`stringData.${key}`);
    // the API server looks into this one
    return [key, key === ".dockerconfigjson" ? '{"auths":{}}' : PLACEHOLDER];
  });
  return { ...rest, stringData: Object.fromEntries(values) };
}

function fill(value: Wire, path: string, manifest: Manifest): Wire | undefined {
  if (value === UNKNOWN) {
    manifest.unknowns.push(path);
    return PLACEHOLDER;
  }
  if (isSecret(value)) {
    const inner = unwrap(value);
    // a secret map shows its keys, which the object's shape may need
    if (isObject(inner) && !(MARK in inner)) return fillSecretMap(inner, path, manifest);
    manifest.secrets.push(path);
    return PLACEHOLDER;
  }
  if (Array.isArray(value)) return value.map((item, index) => fill(item, `${path}[${index}]`, manifest) ?? null);
  if (!isObject(value)) return value;
  const plain = MARK in value ? unwrap(value) : value;
  // references to other resources and assets are no part of a manifest
  if (!isObject(plain) || MARK in plain) return undefined;
  const filled: WireObject = {};
  for (const [key, item] of Object.entries(plain)) {
    const inner = fill(item, path === "" ? key : `${path}.${key}`, manifest);
    if (inner !== undefined) filled[key] = inner;
  }
  return filled;
}

function fillSecretMap(map: WireObject, path: string, manifest: Manifest): WireObject {
  return Object.fromEntries(
    Object.keys(map).map((key) => {
      manifest.secrets.push(`${path}.${key}`);
      return [key, PLACEHOLDER];
    }),
  );
}
