import { isMap, type ResourceView, unknownValue, type Value, viewOf } from "@sonar-iac/policy";
import { plain } from "../policy/views";
import { isObject, type Wire } from "../recorder";
import type { StateResource } from "./state";

/** Added by providers to what a program gives. */
const added = ["tagsAll", "__defaults"];
/** Made from keys, which no preview knows. */
const keyChecksum = "checksum/keys";
/** Printed by Pulumi in place of a secret. */
const blinded = "[secret]";

/** Resources of a state, with what their programs gave. */
export function stateViews(resources: readonly StateResource[]): ResourceView[] {
  return resources
    .filter(({ type, custom }) => custom !== false && !type.startsWith("pulumi:"))
    .map(({ urn, type, inputs = {}, dependencies = [], propertyDependencies = {} }) => {
      const dependsOn = [...dependencies, ...Object.values(propertyDependencies).flat()];
      return viewOf(
        { urn, type, name: urn.slice(urn.lastIndexOf("::") + 2), dependsOn },
        comparable(plain(given(inputs))),
      );
    });
}

/** Inputs without what the provider has added. */
function given(value: Wire): Wire {
  if (Array.isArray(value)) return value.map(given);
  if (!isObject(value)) return value;
  const defaults = Array.isArray(value.__defaults) ? value.__defaults : [];
  const own = Object.entries(value).filter(([key]) => !added.includes(key) && !defaults.includes(key));
  return Object.fromEntries(own.map(([key, one]) => [key, given(one)]));
}

/** A value in which what cannot be compared is not known; of an object's metadata, only what it is called. */
export function comparable(value: Value): Value {
  const { metadata, ...rest } = isMap(value) ? value : { metadata: undefined };
  const open = masked(isMap(value) ? rest : value);
  if (!isMap(open) || !isMap(metadata)) return open;
  const names = ["name", "namespace"].flatMap((key): [string, Value][] =>
    metadata[key] === undefined ? [] : [[key, metadata[key]]],
  );
  return { ...open, metadata: Object.fromEntries(names) };
}

function masked(value: Value): Value {
  if (value === blinded) return unknownValue;
  if (Array.isArray(value)) return value.map(masked);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === keyChecksum ? unknownValue : masked(one)]),
  );
}
