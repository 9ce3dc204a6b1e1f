import { child, isRecord } from "./path";
import type { Container, PodTemplate } from "./types";

/** A pod that a manifest is, or that it has a template of. */
export interface Pod {
  template: PodTemplate;
  /** JSON path of the template; empty when the manifest is the pod. */
  templatePath: string;
  /** JSON path of the pod's specification. */
  path: string;
  /** Volumes that come from volumeClaimTemplates beside the template. */
  claims: string[];
}

/** Every pod in a manifest, found by its shape: so templates in custom resources count too. */
export function* podsOf(value: unknown, path = "", claims: string[] = []): Iterable<Pod> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* podsOf(item, child(path, index), claims);
  }
  if (!isRecord(value)) return;
  if (isRecord(value.spec) && Array.isArray(value.spec.containers)) {
    yield { template: value, templatePath: path, path: child(path, "spec"), claims };
    return;
  }
  const own = claimsOf(value.volumeClaimTemplates);
  for (const [key, item] of Object.entries(value)) {
    if (key !== "volumeClaimTemplates") yield* podsOf(item, child(path, key), own);
  }
}

function claimsOf(templates: unknown): string[] {
  if (!Array.isArray(templates)) return [];
  return templates.flatMap((template: unknown) => {
    const metadata = isRecord(template) ? template.metadata : undefined;
    return isRecord(metadata) && typeof metadata.name === "string" ? [metadata.name] : [];
  });
}

/** A container with where it stands. */
export interface Placed {
  container: Container;
  path: string;
  /** Runs to its end before the others; a sidecar (restartPolicy Always) is not one. */
  init: boolean;
}

/** Init containers, sidecars and containers of a pod. */
export function* containersOf(pod: Pod): Iterable<Placed> {
  for (const [index, container] of (pod.template.spec?.initContainers ?? []).entries()) {
    const path = child(child(pod.path, "initContainers"), index);
    yield { container, path, init: container.restartPolicy !== "Always" };
  }
  for (const [index, container] of (pod.template.spec?.containers ?? []).entries()) {
    yield { container, path: child(child(pod.path, "containers"), index), init: false };
  }
}
