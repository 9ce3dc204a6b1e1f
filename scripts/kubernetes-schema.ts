import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/*
 * Cuts the part of Kubernetes' OpenAPI document that the tests need:
 *
 *   npx tsx scripts/kubernetes-schema.ts SWAGGER_JSON [VERSION]
 *
 * The document is in Kubernetes' Go module, so no cluster is needed:
 *
 *   cd $(mktemp -d) && go mod init x && go mod download -json k8s.io/kubernetes@v1.36.3
 *
 * prints `Dir`; the file is Dir/api/openapi-spec/swagger.json. VERSION is read from the folder's name unless it is given.
 */

/** The kinds that are kept, by API version. */
const KINDS: Record<string, string[]> = {
  v1: [
    "ConfigMap",
    "Namespace",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "Pod",
    "Secret",
    "Service",
    "ServiceAccount",
  ],
  "apps/v1": ["DaemonSet", "Deployment", "StatefulSet"],
  "autoscaling/v2": ["HorizontalPodAutoscaler"],
  "batch/v1": ["CronJob", "Job"],
  "discovery.k8s.io/v1": ["EndpointSlice"],
  "networking.k8s.io/v1": ["Ingress", "NetworkPolicy"],
  "policy/v1": ["PodDisruptionBudget"],
  "rbac.authorization.k8s.io/v1": ["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"],
  "scheduling.k8s.io/v1": ["PriorityClass"],
  "storage.k8s.io/v1": ["StorageClass"],
};

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  "x-kubernetes-list-type"?: string;
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-group-version-kind"?: GroupVersionKind[];
}

interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

interface Swagger {
  definitions: Record<string, Schema>;
  paths: Record<string, Record<string, { "x-kubernetes-group-version-kind"?: GroupVersionKind } | undefined>>;
}

const apiVersionOf = ({ group, version }: GroupVersionKind) => (group === "" ? version : `${group}/${version}`);

/** `io.k8s.api.core.v1.Pod` is `core.v1.Pod`, `io.k8s.apimachinery.pkg.apis.meta.v1.Time` is `meta.v1.Time`. */
const shortName = (name: string) => name.replace(/^.*?\.((?:\w+\.v\w+\.)?\w+)$/, "$1");

/** A definition with only what validation reads; calls `visit` with each definition that it refers to. */
function compact(schema: Schema, visit: (name: string) => void): Schema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace("#/definitions/", "");
    visit(name);
    return { $ref: `#/definitions/${shortName(name)}` };
  }
  const { type, format, items, required, properties, additionalProperties } = schema;
  const listType = schema["x-kubernetes-list-type"];
  return {
    ...(type && { type }),
    ...(format && { format }),
    ...(required && { required }),
    ...(items && { items: compact(items, visit) }),
    ...(additionalProperties && { additionalProperties: compact(additionalProperties, visit) }),
    ...(listType !== undefined && listType !== "atomic" && { "x-kubernetes-list-type": listType }),
    ...(listType === "map" && { "x-kubernetes-list-map-keys": schema["x-kubernetes-list-map-keys"] }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, compact(value, visit)])),
    }),
  };
}

/** Whether a kind's objects live in a namespace: the collection that is created into says so. */
function isNamespaced(swagger: Swagger, apiVersion: string, kind: string): boolean {
  const creates = Object.entries(swagger.paths).filter(([, methods]) => {
    const gvk = methods.post?.["x-kubernetes-group-version-kind"];
    return gvk !== undefined && apiVersionOf(gvk) === apiVersion && gvk.kind === kind;
  });
  return creates.some(([path]) => path.includes("/namespaces/{namespace}/"));
}

function cut(swagger: Swagger) {
  const kinds: Record<string, { definition: string; namespaced: boolean }> = {};
  const kept = new Map<string, Schema>();
  const names = new Map<string, string>();
  const visit = (name: string) => {
    const short = shortName(name);
    const taken = names.get(short);
    if (taken === name) return;
    if (taken !== undefined) throw new Error(`${name} and ${taken} would both be called ${short}: keep them apart`);
    names.set(short, name);
    const schema = swagger.definitions[name];
    if (schema === undefined) throw new Error(`${name} is referred to but not defined`);
    kept.set(short, compact(schema, visit));
  };
  for (const [apiVersion, list] of Object.entries(KINDS)) {
    for (const kind of list) {
      const found = Object.entries(swagger.definitions).find(([, schema]) =>
        schema["x-kubernetes-group-version-kind"]?.some((it) => it.kind === kind && apiVersionOf(it) === apiVersion),
      );
      if (found === undefined)
        throw new Error(`${apiVersion} ${kind} is not in the document: is it of another version?`);
      visit(found[0]);
      kinds[`${apiVersion}/${kind}`] = {
        definition: shortName(found[0]),
        namespaced: isNamespaced(swagger, apiVersion, kind),
      };
    }
  }
  return { kinds, definitions: [...kept].sort(([a], [b]) => (a < b ? -1 : 1)) };
}

/** One definition a line, so that the change between two Kubernetes versions reads as a diff. */
function print(version: string, { kinds, definitions }: ReturnType<typeof cut>): string {
  const lines = (entries: [string, unknown][]) =>
    entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",\n");
  return [
    `{"kubernetes":${JSON.stringify(version)},`,
    `"kinds":{\n${lines(Object.entries(kinds))}\n},`,
    `"definitions":{\n${lines(definitions)}\n}}\n`,
  ].join("\n");
}

const [file, version = file?.match(/kubernetes@(v[\d.]+)/)?.[1]] = process.argv.slice(2);
if (file === undefined || version === undefined) {
  console.error("usage: npx tsx scripts/kubernetes-schema.ts SWAGGER_JSON VERSION   (for example v1.36.3)");
  process.exit(2);
}
const result = cut(JSON.parse(readFileSync(file, "utf8")) as Swagger);
const text = print(version, result);
const target = join(__dirname, "..", "test", "kubernetes", "schema.generated.json");
writeFileSync(target, text);
console.log(
  `${target}: ${Object.keys(result.kinds).length} kinds, ${result.definitions.length} definitions, ${text.length} bytes`,
);
