import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { type Kind, reference } from "./builtin";
import { isRecord } from "./path";
import { type OpenApi, strict } from "./strict";
import { createValidator, type Validate } from "./validate";

interface Crd {
  spec: {
    group: string;
    scope: "Namespaced" | "Cluster";
    names: { kind: string };
    versions: { name: string; served: boolean; schema?: { openAPIV3Schema?: OpenApi } }[];
  };
}

/** The kinds that a CustomResourceDefinition (`apiextensions.k8s.io/v1`) serves, one per version. */
export function kindsOfCrd({ spec }: Crd): Kind[] {
  const served = spec.versions.filter((version) => version.served);
  return served.map(({ name, schema }) => ({
    apiVersion: `${spec.group}/${name}`,
    kind: spec.names.kind,
    namespaced: spec.scope === "Namespaced",
    schema: whole(schema?.openAPIV3Schema ?? {}),
    custom: true,
  }));
}

/** A CRD says nothing of what every object has, and its status is not the writer's. */
function whole(root: OpenApi): Kind["schema"] {
  const schema = strict({ type: "object", ...root, required: root.required?.filter((field) => field !== "status") });
  const text = { type: "string" };
  const common = { apiVersion: text, kind: text, metadata: reference("meta.v1.ObjectMeta") };
  return { ...schema, properties: { ...schema.properties, ...common } };
}

const isCrd = (value: unknown): value is Crd => isRecord(value) && value.kind === "CustomResourceDefinition";

/**
 * Validates against Kubernetes' own kinds and those of the CustomResourceDefinitions in a folder's YAML files. Reading
 * takes seconds where CRDs contain pod templates: make one validator and keep it.
 *
 * Rules that CRDs write in CEL are not evaluated.
 *
 * @throws Error when a file is not YAML, or the folder has no CRD
 */
export function withCrds(folder: string): Validate {
  const kinds = readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), "utf8")))
    .map((document): unknown => {
      if (document.errors[0] !== undefined) throw document.errors[0];
      return document.toJS();
    })
    .filter(isCrd)
    .flatMap(kindsOfCrd);
  if (kinds.length === 0) throw new Error(`${folder} has no CustomResourceDefinition in a .yaml file`);
  return createValidator(kinds);
}
