import { type Case, casesOf } from "./case";
import * as objects from "./objects";

const claim = casesOf(objects.CLAIM);
const volume = casesOf(objects.VOLUME);
const role = casesOf(objects.ROLE);
const binding = casesOf(objects.CLUSTER_ROLE_BINDING);

/** What the rules about volumes, claims and access rights refuse. */
export const STORAGE_CASES: Case[] = [
  claim("a claim without modes", { "spec.accessModes": [] }, "spec.accessModes", "is required"),
  claim(
    "a claim of one pod and more",
    { "spec.accessModes": ["ReadWriteOncePod", "ReadWriteOnce"] },
    "spec.accessModes",
    "must stand alone",
  ),
  claim(
    "a claim of no size",
    { "spec.resources.requests.storage": "0" },
    "spec.resources.requests.storage",
    "must be a size above 0",
  ),
  claim(
    "a class that cannot be",
    { "spec.storageClassName": "EFS" },
    "spec.storageClassName",
    "must be lower-case letters",
  ),
  volume("a volume without a size", { "spec.capacity": undefined }, "spec.capacity.storage", "must be a size above 0"),
  volume("a volume with two sources", { "spec.hostPath": { path: "/" } }, "spec", "has nfs and hostPath"),

  role("a rule without verbs", { "rules[0].verbs": [] }, "rules[0].verbs", "is required"),
  role("a rule without groups", { "rules[0].apiGroups": undefined }, "rules[0].apiGroups", "is required"),
  role("a rule without resources", { "rules[0].resources": undefined }, "rules[0].resources", "is required"),
  casesOf(objects.CLUSTER_ROLE)(
    "a rule of paths and resources",
    { "rules[0].resources": ["pods"] },
    "rules[0].nonResourceURLs",
    "must not stand beside resources",
  ),
  role(
    "paths in a namespace",
    { "rules[0]": { nonResourceURLs: ["/metrics"], verbs: ["get"] } },
    "rules[0].nonResourceURLs",
    "only a ClusterRole may have them",
  ),
  binding("a cluster's binding of a Role", { "roleRef.kind": "Role" }, "roleRef.kind", "must be ClusterRole, is Role"),
  binding(
    "a binding in another group",
    { "roleRef.apiGroup": "rbac" },
    "roleRef.apiGroup",
    "must be rbac.authorization.k8s.io",
  ),
  binding("a binding of nothing", { "roleRef.name": "" }, "roleRef.name", "must be a path segment"),
  binding(
    "a subject without a namespace",
    { "subjects[0].namespace": undefined },
    "subjects[0].namespace",
    "is required for a ServiceAccount",
  ),
  binding("a subject without a name", { "subjects[0].name": "" }, "subjects[0].name", "is required"),
  binding(
    "a subject in a group",
    { "subjects[0].apiGroup": "rbac.authorization.k8s.io" },
    "subjects[0].apiGroup",
    "must not be set for a ServiceAccount",
  ),
];
