import { child } from "../path";
import { dataKey } from "../syntax";
import type { Manifest } from "../types";
import { at, type Problems } from "./problems";

/** Bytes that the data of a ConfigMap or Secret may have. */
const MAX_DATA = 1024 * 1024;

interface Data extends Manifest {
  data?: Record<string, string>;
  binaryData?: Record<string, string>;
  stringData?: Record<string, string>;
  type?: string;
}

const FIELDS = ["data", "binaryData", "stringData"] as const;

/** Keys of a ConfigMap or Secret can be file names. */
export function* dataKeys(manifest: Data): Problems {
  for (const field of FIELDS) {
    for (const key of Object.keys(manifest[field] ?? {})) yield* at(child(field, key), dataKey(key));
  }
  for (const key of Object.keys(manifest.binaryData ?? {})) {
    if (manifest.data?.[key] !== undefined) yield `${child("binaryData", key)}: is in data too`;
  }
}

/** The values have at most 1 MiB together. */
export function* dataSize({ kind, data, binaryData, stringData }: Data): Problems {
  const encoded = { ...binaryData, ...(kind === "Secret" && data) };
  const plain = { ...(kind !== "Secret" && data), ...stringData };
  let bytes = 0;
  for (const value of Object.values(plain)) bytes += Buffer.byteLength(value);
  // a value of a Secret that both fields have counts once, as the plain one
  for (const [key, value] of Object.entries(encoded)) if (!(key in plain)) bytes += Buffer.byteLength(value, "base64");
  if (bytes > MAX_DATA)
    yield `manifest: the data of this ${kind} has ${bytes} bytes, at most ${MAX_DATA} are allowed; split it`;
}

const REQUIRED: Record<string, string[]> = {
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
};

/** A Secret of a well-known type has the keys of that type. */
export function* secretType({ type = "Opaque", data, stringData }: Data): Problems {
  for (const key of REQUIRED[type] ?? []) {
    if (data?.[key] === undefined && stringData?.[key] === undefined)
      yield `${child("stringData", key)}: is required in a Secret of type ${type}`;
  }
}
