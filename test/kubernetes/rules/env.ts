import { child } from "../path";
import { containersOf, type Pod } from "../pods";
import { dataKey, dnsSubdomain, envName } from "../syntax";
import type { EnvVar } from "../types";
import { at, exactlyOne, type Problems } from "./problems";

const SOURCES = ["configMapKeyRef", "fieldRef", "fileKeyRef", "resourceFieldRef", "secretKeyRef"] as const;
const FIELDS = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];
const RESOURCES = /^(limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-.+)$/;

function* variables(pod: Pod): Iterable<[path: string, variable: EnvVar]> {
  for (const { container, path } of containersOf(pod)) {
    for (const [index, variable] of (container.env ?? []).entries()) yield [child(`${path}.env`, index), variable];
  }
}

/** Environment variables have names that can be set. That they differ is in the schema (see lists.ts). */
export function* envNames(pod: Pod): Problems {
  for (const [path, { name = "" }] of variables(pod)) yield* at(`${path}.name`, envName(name));
}

/** A variable has a value or a source, and a source is exactly one. */
export function* envSources(pod: Pod): Problems {
  for (const [path, { value = "", valueFrom }] of variables(pod)) {
    if (valueFrom === undefined) continue;
    if (value !== "") yield `${path}: must not have both value and valueFrom`;
    yield* at(`${path}.valueFrom`, exactlyOne(valueFrom, SOURCES));
  }
}

/** What a source refers to can exist: a pod field that is exposed, a key that a Secret or ConfigMap can have. */
export function* envReferences(pod: Pod): Problems {
  for (const [path, { valueFrom = {} }] of variables(pod)) {
    for (const source of ["configMapKeyRef", "secretKeyRef"] as const) {
      const reference = valueFrom[source];
      if (reference === undefined) continue;
      yield* at(`${path}.valueFrom.${source}.name`, dnsSubdomain(reference.name ?? ""));
      yield* at(`${path}.valueFrom.${source}.key`, dataKey(reference.key ?? ""));
    }
    const field = valueFrom.fieldRef?.fieldPath;
    if (field !== undefined && !FIELDS.includes(field) && !/^metadata\.(labels|annotations)\['.+'\]$/.test(field)) {
      yield `${path}.valueFrom.fieldRef.fieldPath: ${JSON.stringify(field)} is not exposed; it may be ${FIELDS.join(", ")}, metadata.labels['KEY'] or metadata.annotations['KEY']`;
    }
    const resource = valueFrom.resourceFieldRef?.resource;
    if (resource !== undefined && !RESOURCES.test(resource)) {
      yield `${path}.valueFrom.resourceFieldRef.resource: ${JSON.stringify(resource)} is not exposed; write limits.cpu, requests.memory and the like`;
    }
  }
}

/** Each envFrom has exactly one source. */
export function* envFrom(pod: Pod): Problems {
  for (const { container, path } of containersOf(pod)) {
    for (const [index, source] of (container.envFrom ?? []).entries()) {
      const place = child(`${path}.envFrom`, index);
      yield* at(place, exactlyOne(source, ["configMapRef", "secretRef"]));
      yield* at(
        `${place}.${source.secretRef ? "secretRef" : "configMapRef"}.name`,
        dnsSubdomain((source.secretRef ?? source.configMapRef)?.name ?? ""),
      );
    }
  }
}
