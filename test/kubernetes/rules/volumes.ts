import { child, isRecord } from "../path";
import { containersOf, type Pod } from "../pods";
import { dataKey, dnsLabel } from "../syntax";
import { at, type Problems } from "./problems";

/** Volumes have names that are labels, and exactly one source each. That names differ is in the schema (see lists.ts). */
export function* volumes(pod: Pod): Problems {
  const list = pod.template.spec?.volumes ?? [];
  for (const [index, { name = "", ...sources }] of list.entries()) {
    const path = child(`${pod.path}.volumes`, index);
    const set = Object.entries(sources).flatMap(([source, value]) => (value === undefined ? [] : [source]));
    yield* at(`${path}.name`, dnsLabel(name));
    if (set.length === 0) yield `${path}: has no source; for scratch space write emptyDir: {}`;
    if (set.length > 1) yield `${path}: must have one source, has ${set.join(" and ")}`;
  }
}

/** The field that says what a volume is of, by source. */
const SOURCE_NAMES = {
  configMap: "name",
  image: "reference",
  persistentVolumeClaim: "claimName",
  secret: "secretName",
} as const;

/** A volume names what it is of, and files in it have a key and a path that stays inside. */
export function* volumeSources(pod: Pod): Problems {
  for (const [index, volume] of (pod.template.spec?.volumes ?? []).entries()) {
    const path = child(`${pod.path}.volumes`, index);
    for (const [source, field] of Object.entries(SOURCE_NAMES)) {
      const value: unknown = Reflect.get(volume, source);
      if (isRecord(value) && !value[field]) yield `${path}.${source}.${field}: is required`;
    }
    for (const source of ["configMap", "secret"] as const) {
      for (const [position, item] of (volume[source]?.items ?? []).entries()) {
        const place = child(`${path}.${source}.items`, position);
        yield* at(`${place}.key`, dataKey(item.key ?? ""));
        if (!item.path || !staysInside(item.path)) yield `${place}.path: must be a relative path without ..`;
      }
    }
  }
}

const staysInside = (path: string) => !path.startsWith("/") && !path.split("/").includes("..");

/** Every mount is of a volume of the pod, or of a volumeClaimTemplate beside it. */
export function* volumeMounts(pod: Pod): Problems {
  const declared = [...(pod.template.spec?.volumes ?? []).flatMap(({ name }) => name ?? []), ...pod.claims];
  for (const { container, path } of containersOf(pod)) {
    for (const field of ["volumeMounts", "volumeDevices"] as const) {
      for (const [index, { name = "" }] of (container[field] ?? []).entries()) {
        if (declared.includes(name)) continue;
        yield `${child(`${path}.${field}`, index)}.name: the pod has no volume ${JSON.stringify(name)}; it has ${declared.join(", ") || "none"}`;
      }
    }
  }
}

/** A mount has a path, and a part of a volume is mounted by a path that stays inside of it. */
export function* mountPaths(pod: Pod): Problems {
  for (const { container, path } of containersOf(pod)) {
    const mounts = container.volumeMounts ?? [];
    for (const [index, { mountPath, subPath = "", subPathExpr = "" }] of mounts.entries()) {
      const place = child(`${path}.volumeMounts`, index);
      if (!mountPath) yield `${place}.mountPath: is required`;
      if (subPath !== "" && subPathExpr !== "") yield `${place}.subPathExpr: must not be set beside subPath`;
      for (const [field, value] of Object.entries({ subPath, subPathExpr })) {
        if (!staysInside(value)) yield `${place}.${field}: ${JSON.stringify(value)} must be relative and without ..`;
      }
    }
  }
}
