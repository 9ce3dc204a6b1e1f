import { type Case, casesOf } from "./case";
import * as objects from "./objects";

const service = casesOf(objects.SERVICE);
const config = casesOf(objects.CONFIG_MAP);
const secret = casesOf(objects.SECRET);
const policy = casesOf(objects.NETWORK_POLICY);
const role = casesOf(objects.ROLE);

/** What the rules about names, labels, selectors and the data of ConfigMaps and Secrets refuse. */
export const METADATA_CASES: Case[] = [
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
    "a ClusterRole is in no namespace",
    "it is dropped in silence",
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
];
