import { type ResourceView, unknownValue, type Value, viewOf } from "@sonar-iac/policy";
import { isObject, MARK, type RecordedResource, type Recording, UNKNOWN, unwrap, type Wire } from "../recorder";

/** What a program would create, as policies see it. */
export function viewsOf(recording: Recording): ResourceView[] {
  return recording.resources.flatMap((resource) => {
    if (resource.kind === "read") return [];
    const { urn, type, name, options } = resource;
    const provider = recording.find(options.provider.slice(0, options.provider.lastIndexOf("::")))?.inputs;
    const properties = plain(resource.kind === "component" ? {} : named(resource));
    return [viewOf({ urn, type, name, dependsOn: options.dependsOn }, properties, provider && plain(provider))];
  });
}

/** Inputs of an object of Kubernetes with the name that it gets. */
function named({ type, inputs, outputs }: RecordedResource): Wire {
  return type.startsWith("kubernetes:") && outputs.metadata !== undefined
    ? { ...inputs, metadata: outputs.metadata }
    : inputs;
}

/** A value without marks. */
export function plain(value: Wire): Value {
  if (value === UNKNOWN) return unknownValue;
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  if (MARK in value) {
    const inner = unwrap(value);
    // a resource or an asset is no value that a rule reads
    return isObject(inner) && MARK in inner ? unknownValue : plain(inner);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
