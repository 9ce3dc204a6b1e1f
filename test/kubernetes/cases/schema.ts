import { type Case, casesOf } from "./case";
import { CONFIG_MAP, SECRET, SERVICE } from "./objects";
import { ENGINE, GATEWAY, POD } from "./workloads";

const engine = casesOf(ENGINE);
const service = casesOf(SERVICE);
const pod = casesOf(POD);
const config = casesOf(CONFIG_MAP);
const container = "spec.template.spec.containers[0]";
const NULLS = "a null is dropped in silence, and JSON writes NaN as null";
const SSA = "refused by a server-side apply only";

/** What the schema refuses. */
export const SCHEMA_CASES: Case[] = [
  engine(
    "typo in a nested field",
    { [`${container}.imagePullPolicey`]: "Always" },
    `${container}.imagePullPolicey`,
    'did you mean "imagePullPolicy"?',
  ),
  engine(
    "a field in the wrong place",
    { "spec.terminationGracePeriodSeconds": 60 },
    "spec.terminationGracePeriodSeconds",
    "unknown field",
  ),
  service("an unknown field at the top", { sepc: {} }, "sepc", 'did you mean "spec"?'),
  engine("text for a number", { "spec.replicas": "2" }, "spec.replicas", 'must be integer, is "2"'),
  engine("a fraction for a count", { "spec.replicas": 1.5 }, "spec.replicas", "must be integer, is 1.5"),
  engine(
    "a number for text",
    { [`${container}.env[0].value`]: 1 },
    `${container}.env[0].value`,
    "must be string, is 1",
  ),
  engine("an object for a list", { [`${container}.args`]: { a: "b" } }, `${container}.args`, "must be array"),
  engine(
    "a number that 32 bits do not hold",
    { "spec.replicas": 2 ** 31 },
    "spec.replicas",
    "a whole number of 32 bits",
  ),
  pod(
    "a number that is not one",
    { "spec.activeDeadlineSeconds": Number.NaN },
    "spec.activeDeadlineSeconds",
    "must be integer",
    NULLS,
  ),
  engine("a label that is not text", { "metadata.labels.gpu": true }, "metadata.labels.gpu", "must be string, is true"),
  engine("a missing required field", { "spec.selector": undefined }, "spec.selector", "is required"),
  engine(
    "no containers",
    { "spec.template.spec.containers": undefined },
    "spec.template.spec.containers",
    "is required",
  ),
  engine(
    "a value that is none of the listed",
    { "spec.podManagementPolicy": "parallel" },
    "spec.podManagementPolicy",
    "must be one of OrderedReady, Parallel",
  ),
  service(
    "a list item that is none of the listed",
    { "spec.ipFamilies": ["ipv4"] },
    "spec.ipFamilies[0]",
    "must be one of IPv4, IPv6",
  ),
  engine("a null", { "spec.replicas": null }, "spec.replicas", "must not be null; leave the field out", NULLS),
  engine(
    "a quantity that does not parse",
    { [`${container}.resources.limits.memory`]: "32GB" },
    `${container}.resources.limits.memory`,
    "must be a quantity",
  ),
  engine(
    "a quantity that is no number",
    { [`${container}.resources.limits.memory`]: true },
    `${container}.resources.limits.memory`,
    "must be number or string",
  ),
  service(
    "a port that is neither number nor name",
    { "spec.ports[0].targetPort": 80.5 },
    "spec.ports[0].targetPort",
    "must be integer or string",
  ),
  casesOf(SECRET)(
    "plain text where base64 belongs",
    { "data.web": "not base64" },
    "data.web",
    'goes into "stringData"',
  ),
  casesOf(GATEWAY)(
    "a time that is none",
    { "metadata.creationTimestamp": "today" },
    "metadata.creationTimestamp",
    "must be a time such as",
  ),
  engine("a wrong apiVersion", { apiVersion: "apps/v2" }, "apiVersion", "StatefulSet is of apps/v1, not of apps/v2"),
  engine("an unknown kind", { kind: "StatefullSet" }, "kind", "StatefullSet of apps/v1 is not known here"),
  engine("no kind", { kind: undefined }, "kind", "is required"),
  engine("no apiVersion", { apiVersion: undefined }, "apiVersion", "is required"),
  engine(
    "the same environment variable twice",
    { [`${container}.env[1]`]: { name: "HF_HUB_OFFLINE", value: "0" } },
    `${container}.env`,
    'items [0] and [1] both have name "HF_HUB_OFFLINE"',
    SSA,
  ),
  engine(
    "the same volume twice",
    { "spec.template.spec.volumes[1].name": "weights" },
    "spec.template.spec.volumes",
    '[0] and [1] both have name "weights"',
  ),
  engine(
    "two volumes at one path",
    { [`${container}.volumeMounts[2].mountPath`]: "/models" },
    `${container}.volumeMounts`,
    '[0] and [2] both have mountPath "/models"',
  ),
  engine(
    "the same port twice",
    { [`${container}.ports[1].containerPort`]: 2242 },
    `${container}.ports`,
    '[0] and [1] both have containerPort 2242 and protocol "TCP"',
    SSA,
  ),
  service(
    "the same service port twice",
    { "spec.ports[0].port": 9090 },
    "spec.ports",
    '[0] and [1] both have port 9090 and protocol "TCP"',
  ),
  config("data that is no map of text", { "data.a": { b: "c" } }, "data.a", "must be string"),
];
