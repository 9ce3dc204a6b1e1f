import { isObject, isSecret, secret, UNKNOWN, unwrap, type Wire, type WireObject } from "../wire";
import type { Answer, Question } from "./answer";

/** Kinds of `*.k8s.io` groups that live outside namespaces. Source: Kubernetes API reference 1.36, Gateway API, CSI snapshotter. */
const CLUSTER_KINDS = new Set([
  "APIService",
  "CertificateSigningRequest",
  "ClusterRole",
  "ClusterRoleBinding",
  "ClusterTrustBundle",
  "ComponentStatus",
  "CSIDriver",
  "CSINode",
  "CustomResourceDefinition",
  "DeviceClass",
  "FlowSchema",
  "GatewayClass",
  "IngressClass",
  "IPAddress",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "MutatingWebhookConfiguration",
  "Namespace",
  "Node",
  "PersistentVolume",
  "PriorityClass",
  "PriorityLevelConfiguration",
  "ResourceSlice",
  "RuntimeClass",
  "ServiceCIDR",
  "StorageClass",
  "StorageVersionMigration",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "ValidatingWebhookConfiguration",
  "VolumeAttachment",
  "VolumeAttributesClass",
  "VolumeSnapshotClass",
  "VolumeSnapshotContent",
]);

/** API version and kind in a type token: `kubernetes:apps/v1:StatefulSet` is `apps/v1` and `StatefulSet`. */
export function groupVersionKind(type: string): { apiVersion: string; kind: string } {
  const [, version = "", kind = ""] = type.split(":");
  return { apiVersion: version.replace(/^core\//, ""), kind };
}

/** Whether the kind belongs to Kubernetes itself and lives in a namespace; false where only the cluster could tell. */
export function isNamespaced(type: string): boolean {
  const { apiVersion, kind } = groupVersionKind(type);
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
  const own = !group.includes(".") || group.endsWith(".k8s.io");
  // custom resources of SIG projects use x-k8s.io, which does not say how they are scoped
  return own && !group.endsWith("x-k8s.io") && !CLUSTER_KINDS.has(kind);
}

/**
 * The object as it would be created: named as the program says, else by its logical name (the real provider adds a random
 * ending), in the namespace that the program or its provider says, else `default`.
 */
export function answerKubernetes({ type, name, inputs, provider }: Question): Answer {
  const given = inputs.metadata ?? {};
  const plain = unwrap(given);
  // metadata that is known only after deployment hides the name too
  if (!isObject(plain)) return { state: inputs };
  const generated = typeof plain.generateName === "string" ? `${plain.generateName}preview` : name;
  const metadata: WireObject = { ...plain, name: plain.name ?? generated };
  const namespace = plain.namespace ?? provider?.namespace ?? (isNamespaced(type) ? "default" : undefined);
  if (namespace !== undefined && !CLUSTER_KINDS.has(groupVersionKind(type).kind)) metadata.namespace = namespace;
  const state = { ...inputs, metadata: isSecret(given) ? secret(metadata) : metadata };
  const id = [metadata.namespace, metadata.name].filter((part) => part !== undefined).map(unwrap);
  return id.some((part) => part === UNKNOWN) ? { state } : { id: id.join("/"), state };
}

/** An object that exists: only its name and namespace are known, from the id `namespace/name`. */
export function readKubernetes(type: string, id: string): WireObject {
  const [name = "", namespace] = id.split("/").reverse();
  const { apiVersion, kind } = groupVersionKind(type);
  const metadata: Wire = namespace === undefined ? { name } : { name, namespace };
  return { apiVersion, kind, metadata };
}
