import type { types } from "@pulumi/kubernetes";
import { child } from "../path";
import { parseQuantity } from "../quantity";
import { dnsLabel, dnsSubdomain } from "../syntax";
import type { Of, Partly } from "../types";
import { at, type Problems } from "./problems";

type Claim = Partly<types.output.core.v1.PersistentVolumeClaimSpec>;

const isPositive = (value: string | undefined) => value !== undefined && (parseQuantity(value) ?? 0n) > 0n;

function* accessModes(path: string, modes: string[] | undefined): Problems {
  if ((modes ?? []).length === 0) yield `${path}.accessModes: is required; for one node write [ReadWriteOnce]`;
  if (modes?.includes("ReadWriteOncePod") && modes.length > 1)
    yield `${path}.accessModes: ReadWriteOncePod must stand alone`;
}

function* claim(path: string, spec: Claim | undefined): Problems {
  yield* accessModes(path, spec?.accessModes);
  if (!isPositive(spec?.resources?.requests?.storage))
    yield `${path}.resources.requests.storage: must be a size above 0, such as 100Gi`;
  if (spec?.storageClassName) yield* at(`${path}.storageClassName`, dnsSubdomain(spec.storageClassName));
}

/** A claim says how it is used and how much it needs. */
export function* volumeClaim({ spec }: Of<types.output.core.v1.PersistentVolumeClaimSpec>): Problems {
  yield* claim("spec", spec);
}

/** The same for the claims that a StatefulSet makes; their names are volumes' names. */
export function* volumeClaimTemplates({ spec }: Of<types.output.apps.v1.StatefulSetSpec>): Problems {
  for (const [index, template] of (spec?.volumeClaimTemplates ?? []).entries()) {
    const path = child("spec.volumeClaimTemplates", index);
    yield* at(`${path}.metadata.name`, dnsLabel(template.metadata?.name ?? ""));
    yield* claim(`${path}.spec`, template.spec);
  }
}

/** What else stands in a PersistentVolume's specification besides its source. */
const NOT_SOURCES = new Set([
  "accessModes",
  "capacity",
  "claimRef",
  "mountOptions",
  "nodeAffinity",
  "persistentVolumeReclaimPolicy",
  "storageClassName",
  "volumeAttributesClassName",
  "volumeMode",
]);

/** A volume has a size, access modes and one source. */
export function* persistentVolume({ spec }: Of<types.output.core.v1.PersistentVolumeSpec>): Problems {
  yield* accessModes("spec", spec?.accessModes);
  if (!isPositive(spec?.capacity?.storage)) yield "spec.capacity.storage: must be a size above 0, such as 100Gi";
  const sources = Object.entries(spec ?? {}).flatMap(([name, value]) =>
    NOT_SOURCES.has(name) || value === undefined ? [] : [name],
  );
  if (sources.length !== 1) yield `spec: must have one source, has ${sources.join(" and ") || "none"}`;
}
