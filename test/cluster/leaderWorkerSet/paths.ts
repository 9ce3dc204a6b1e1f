import type { Resource } from "./types";

const plurals: Record<string, string> = {
  ControllerRevision: "controllerrevisions",
  CustomResourceDefinition: "customresourcedefinitions",
  LeaderWorkerSet: "leaderworkersets",
  MutatingWebhookConfiguration: "mutatingwebhookconfigurations",
  Pod: "pods",
  Service: "services",
  StatefulSet: "statefulsets",
};

/** A kind's collection: of a namespace, or of the whole cluster. */
export function collection(apiVersion: string, kind: string, namespace?: string): string {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${root}${namespace ? `/namespaces/${namespace}` : ""}/${plurals[kind]}`;
}

export const pathOf = ({ apiVersion, kind, metadata }: Resource) =>
  `${collection(apiVersion, kind, metadata.namespace)}/${metadata.name}`;
