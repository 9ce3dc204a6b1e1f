import { child, isRecord } from "../path";
import type { Pod } from "../pods";
import { labelValue, qualifiedName } from "../syntax";
import type { LabelSelector, Manifest, Metadata } from "../types";
import { at, type Problems } from "./problems";

/** Annotations of one object hold this many bytes, keys included. */
const MAX_ANNOTATIONS = 256 * 1024;

/** Keys and values of a set of labels, or of a selector by labels. */
export function* labelSet(path: string, labels: Record<string, string> | undefined): Problems {
  for (const [key, value] of Object.entries(labels ?? {})) {
    yield* at(child(path, key), qualifiedName(key) ?? labelValue(value));
  }
}

function* metadataOf(path: string, metadata: Metadata | undefined): Problems {
  yield* labelSet(child(path, "labels"), metadata?.labels);
  const annotations = child(path, "annotations");
  let bytes = 0;
  for (const [key, value] of Object.entries(metadata?.annotations ?? {})) {
    // the server compares annotation keys in lower case
    yield* at(child(annotations, key), qualifiedName(key.toLowerCase()));
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (bytes > MAX_ANNOTATIONS) {
    yield `${annotations}: have ${bytes} bytes, at most ${MAX_ANNOTATIONS} are allowed; put the content into a ConfigMap`;
  }
}

/** Labels and annotations of an object and of its pods have the right syntax and size. */
export function* labels(manifest: Manifest, pods: Pod[]): Problems {
  yield* metadataOf("metadata", manifest.metadata);
  for (const { templatePath, template } of pods) {
    if (templatePath !== "") yield* metadataOf(child(templatePath, "metadata"), template.metadata);
  }
}

/** A label selector's keys, values and operators fit together. */
export function* labelSelector(path: string, selector: LabelSelector | undefined): Problems {
  yield* labelSet(child(path, "matchLabels"), selector?.matchLabels);
  for (const [index, { key = "", operator, values = [] }] of (selector?.matchExpressions ?? []).entries()) {
    const at_ = child(child(path, "matchExpressions"), index);
    const wantsValues = operator === "In" || operator === "NotIn";
    if (wantsValues && values.length === 0) yield `${at_}.values: is required with the operator ${operator}`;
    if (!wantsValues && values.length > 0) yield `${at_}.values: must not be set with the operator ${operator}`;
    yield* at(`${at_}.key`, qualifiedName(key));
    for (const [position, value] of values.entries()) yield* at(child(`${at_}.values`, position), labelValue(value));
  }
}

/** Every label selector in a manifest, found by its fields. */
export function* labelSelectors(value: unknown, path = ""): Problems {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* labelSelectors(item, child(path, index));
  if (!isRecord(value)) return;
  if (isRecord(value.matchLabels) || (Array.isArray(value.matchExpressions) && !path.includes("nodeAffinity"))) {
    yield* labelSelector(path, value);
  } else {
    for (const [key, item] of Object.entries(value)) yield* labelSelectors(item, child(path, key));
  }
}
