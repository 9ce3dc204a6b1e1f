import { type Case, casesOf } from "./case";
import * as objects from "./objects";

const service = casesOf(objects.SERVICE);
const headless = casesOf(objects.HEADLESS);
const config = casesOf(objects.CONFIG_MAP);
const secret = casesOf(objects.SECRET);
const ingress = casesOf(objects.INGRESS);
const policy = casesOf(objects.NETWORK_POLICY);
const claim = casesOf(objects.CLAIM);
const volume = casesOf(objects.VOLUME);
const role = casesOf(objects.ROLE);
const binding = casesOf(objects.CLUSTER_ROLE_BINDING);
const path = "spec.rules[0].http.paths[0]";

/** What the rules about everything but pods refuse. */
export const OTHER_CASES: Case[] = [
  config("no name", { "metadata.name": undefined }, "metadata.name", "is required"),
  config("a name with an underscore", { "metadata.name": "qwen_3" }, "metadata.name", "must be lower-case letters"),
  config(
    "a name of 254 characters",
    { "metadata.name": "a".repeat(254) },
    "metadata.name",
    "has 254 characters, at most 253 are allowed",
  ),
  service(
    "a Service's name of 64 characters",
    { "metadata.name": "a".repeat(64) },
    "metadata.name",
    "at most 63 are allowed",
  ),
  service("a Service's name with a dot", { "metadata.name": "qwen.3" }, "metadata.name", "must be lower-case letters"),
  role("a role's name with a slash", { "metadata.name": "a/b" }, "metadata.name", "must be a path segment"),
  config(
    "a namespace that cannot be",
    { "metadata.namespace": "LLM" },
    "metadata.namespace",
    "must be lower-case letters",
  ),
  casesOf(objects.CLUSTER_ROLE)(
    "a namespace of what has none",
    { "metadata.namespace": "llm" },
    "metadata.namespace",
    "a ClusterRole is in no namespace", "it is dropped in silence",
  ),

  config(
    "a label's value of 64 characters",
    { "metadata.labels": { a: "a".repeat(64) } },
    "metadata.labels.a",
    "has 64 characters, at most 63 are allowed",
  ),
  config(
    "a label's value with a slash",
    { "metadata.labels": { "example.com/model": "Qwen/Qwen3-8B" } },
    'metadata.labels["example.com/model"]',
    '"Qwen/Qwen3-8B" must be letters',
  ),
  config(
    "a label's key with two slashes",
    { "metadata.labels": { "a/b/c": "" } },
    'metadata.labels["a/b/c"]',
    "more than one slash",
  ),
  config(
    "a label's prefix in capitals",
    { "metadata.labels": { "Example.com/a": "" } },
    'metadata.labels["Example.com/a"]',
    "must be lower-case letters",
  ),
  config(
    "an annotation's key with a space",
    { "metadata.annotations": { "a b": "" } },
    'metadata.annotations["a b"]',
    "must be letters",
  ),
  config(
    "too much annotation",
    { "metadata.annotations": { a: "a".repeat(256 * 1024) } },
    "metadata.annotations",
    "have 262145 bytes, at most 262144",
  ),
  policy(
    "a selector's value with a space",
    { "spec.podSelector.matchLabels": { a: "b c" } },
    "spec.podSelector.matchLabels.a",
    "must be letters",
  ),
  policy(
    "an expression without values",
    { "spec.podSelector": { matchExpressions: [{ key: "a", operator: "In" }] } },
    "spec.podSelector.matchExpressions[0].values",
    "is required with the operator In",
  ),
  policy(
    "an expression with values too many",
    { "spec.podSelector": { matchExpressions: [{ key: "a", operator: "Exists", values: ["b"] }] } },
    "spec.podSelector.matchExpressions[0].values",
    "must not be set with the operator Exists",
  ),

  config("a key with a slash", { "data.a/b": "" }, 'data["a/b"]', "must be letters, digits"),
  config("a key that leads out", { 'data["..a"]': "" }, 'data["..a"]', "not begin with .."),
  config("a key in both", { "binaryData._KEY": "AA==" }, "binaryData._KEY", "is in data too"),
  config(
    "more than 1 MiB",
    { data: { a: "ä".repeat(512 * 1024) } },
    "manifest",
    "has 1048580 bytes, at most 1048576 are allowed",
  ),
  secret("a Secret's key with a space", { 'stringData["a b"]': "" }, 'stringData["a b"]', "must be letters, digits"),
  secret(
    "a Secret of more than 1 MiB",
    { stringData: { a: "a".repeat(1024 * 1024) } },
    "manifest",
    "of this Secret has 1048577 bytes",
  ),
  secret(
    "a TLS Secret without its key",
    { type: "kubernetes.io/tls", data: { "tls.crt": "aw==" } },
    'stringData["tls.key"]',
    "is required in a Secret of type kubernetes.io/tls",
  ),

  service(
    "a Service without ports",
    { "spec.ports": undefined },
    "spec.ports",
    "is required, except for a headless Service",
  ),
  service(
    "a port without a name among several",
    { "spec.ports[0].name": undefined },
    "spec.ports[0].name",
    "is required where there are several ports",
  ),
  service(
    "two Service ports of one name",
    { "spec.ports[1].name": "http" },
    "spec.ports",
    'two ports are called "http"',
  ),
  service(
    "a Service port's name with a dot",
    { "spec.ports[0].name": "h.2" },
    "spec.ports[0].name",
    "must be lower-case letters",
  ),
  service("a Service port out of range", { "spec.ports[0].port": 0 }, "spec.ports[0].port", "from 1 to 65535"),
  service(
    "a target's name of 16 characters",
    { "spec.ports[0].targetPort": "a".repeat(16) },
    "spec.ports[0].targetPort",
    "at most 15 are allowed",
  ),
  service(
    "a node port of a ClusterIP",
    { "spec.ports[0].nodePort": 30000 },
    "spec.ports[0].nodePort",
    "must not be set with the type ClusterIP",
  ),
  service(
    "a selector's value with a slash",
    { "spec.selector": { model: "a/b" } },
    "spec.selector.model",
    "must be letters",
  ),
  headless(
    "a headless LoadBalancer",
    { "spec.type": "LoadBalancer", "spec.ports": [{ port: 80 }] },
    "spec.clusterIP",
    "a LoadBalancer cannot be",
  ),
  headless(
    "two opinions of the address",
    { "spec.clusterIPs": ["10.96.0.7"] },
    "spec.clusterIPs[0]",
    "must be the same as clusterIP, which is None",
  ),
  casesOf(objects.EXTERNAL_NAME)(
    "an ExternalName without one",
    { "spec.externalName": undefined },
    "spec.externalName",
    "must be lower-case letters",
  ),
  service(
    "an affinity's times without affinity",
    { "spec.sessionAffinityConfig.clientIP.timeoutSeconds": 60 },
    "spec.sessionAffinityConfig",
    "works only with sessionAffinity: ClientIP",
    "it is dropped in silence",
  ),
  service(
    "sources of a ClusterIP",
    { "spec.loadBalancerSourceRanges": ["10.0.0.0/8"] },
    "spec.loadBalancerSourceRanges",
    "works only with the type LoadBalancer",
  ),
  service(
    "outside traffic of a ClusterIP",
    { "spec.externalTrafficPolicy": "Local" },
    "spec.externalTrafficPolicy",
    "works only with the types LoadBalancer and NodePort",
  ),

  ingress("a path without a type", { [`${path}.pathType`]: undefined }, `${path}.pathType`, "is required"),
  ingress("a relative path", { [`${path}.path`]: "v1" }, `${path}.path`, "must begin with /"),
  ingress(
    "a path to nowhere",
    { [`${path}.backend`]: {} },
    `${path}.backend`,
    "must have exactly one of resource, service; has none",
  ),
  ingress(
    "a backend with two ports",
    { [`${path}.backend.service.port.number`]: 80 },
    `${path}.backend.service.port`,
    "has name and number",
  ),
  ingress(
    "a host that is an address",
    { "spec.rules[0].host": "10.0.0.1" },
    "spec.rules[0].host",
    "must be a name, not an address",
  ),
  ingress("an Ingress of nothing", { "spec.rules": undefined }, "spec", "must have rules or a defaultBackend"),

  policy(
    "a range of ports by name",
    { "spec.ingress[0].ports[1].endPort": 9 },
    "spec.ingress[0].ports[1].endPort",
    "needs a port that is a number",
  ),
  policy(
    "a range of ports upside down",
    { "spec.ingress[0].ports[2].endPort": 9 },
    "spec.ingress[0].ports[2].endPort",
    "must not be below the port",
  ),
  policy(
    "a peer that is nobody",
    { "spec.ingress[0].from[0]": {} },
    "spec.ingress[0].from[0]",
    "must name pods, namespaces or an ipBlock",
  ),
  policy(
    "a peer that is two things",
    { "spec.egress[0].to[0].podSelector": {} },
    "spec.egress[0].to[0].ipBlock",
    "must not stand beside a selector",
  ),
  policy(
    "a range of addresses that is none",
    { "spec.egress[0].to[0].ipBlock.cidr": "10.0.0.0" },
    "spec.egress[0].to[0].ipBlock.cidr",
    "must be an address range",
  ),

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
