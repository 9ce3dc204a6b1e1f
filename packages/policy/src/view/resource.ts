import { Fields } from "./fields";
import type { Value } from "./value";

/** A resource as rules see it, wherever it comes from: the policy engine, a preview without a cluster, or a stack's export. */
export interface ResourceView {
  urn: string;
  /** Pulumi's type token. */
  type: string;
  /** The logical name. */
  name: string;
  fields: Fields;
  /** URNs of what it depends on. */
  dependsOn: readonly string[];
  /** What the provider was told; unknown where the provider is the default one. */
  provider?: Fields;
}

/** A view from plain properties. */
export function viewOf(
  { urn, type, name, dependsOn = [] }: Pick<ResourceView, "urn" | "type" | "name"> & { dependsOn?: readonly string[] },
  properties: Value,
  provider?: Value,
): ResourceView {
  const fields = new Fields(properties, urn);
  return { urn, type, name, fields, dependsOn, ...(provider !== undefined && { provider: new Fields(provider) }) };
}

/** `Deployment` of `kubernetes:apps/v1:Deployment`, typed or a CustomResource; undefined for what is no object of Kubernetes, or a patch of one. */
export function kindOf({ type }: ResourceView): string | undefined {
  const [provider, group, kind] = type.split(":");
  if (provider !== "kubernetes" || kind === undefined) return undefined;
  return group?.startsWith("helm.sh/") || kind.endsWith("Patch") || kind.endsWith("List") ? undefined : kind;
}

/** The object's own name, else the resource's. */
export function objectName({ fields, name }: ResourceView): string {
  const own = fields.at("metadata", "name");
  return own.known ? (own.text() ?? name) : name;
}

/** The namespace, `default` where none is given. */
export function namespaceOf({ fields }: ResourceView): string {
  return fields.at("metadata", "namespace").text() ?? "default";
}

/** How messages name a resource: `StatefulSet qwen3-serve`. */
export function titleOf(resource: ResourceView): string {
  return `${kindOf(resource) ?? resource.type.slice(resource.type.lastIndexOf(":") + 1)} ${objectName(resource)}`;
}

/** Whether two resources are in one namespace; names that are not known yet are taken for equal. */
export function sameNamespace(a: ResourceView, b: ResourceView): boolean {
  const names = [a, b].map(({ fields }) => fields.at("metadata", "namespace"));
  return !names.every((name) => name.known) || namespaceOf(a) === namespaceOf(b);
}
