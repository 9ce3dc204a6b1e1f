import { type Case, casesOf } from "./case";
import { ENGINE, POD } from "./workloads";

const engine = casesOf(ENGINE);
const pod = casesOf(POD);
const spec = "spec.template.spec";
const container = `${spec}.containers[0]`;
const main = "spec.containers[0]";
const HANG = "the kubelet then fails for ever";

/** What the rules about containers, their probes and their hooks refuse. */
export const CONTAINER_CASES: Case[] = [
  pod("a pod of nothing", { "spec.containers": [] }, "spec.containers", "needs at least one"),
  pod("a container's name in capitals", { [`${main}.name`]: "Main" }, `${main}.name`, "must be lower-case letters"),
  pod("a container without an image", { [`${main}.image`]: undefined }, `${main}.image`, "is required"),
  engine(
    "two containers of one name",
    { [`${spec}.initContainers[0].name`]: "engine" },
    `${spec}.containers`,
    'two containers are called "engine"',
  ),
  engine(
    "a port name of 16 characters",
    { [`${container}.ports[1].name`]: "nixl-side-channe" },
    `${container}.ports[1].name`,
    "has 16 characters, at most 15 are allowed",
  ),
  engine(
    "a port name of digits",
    { [`${container}.ports[1].name`]: "5600" },
    `${container}.ports[1].name`,
    "at least one letter",
  ),
  engine(
    "two ports of one name",
    { [`${container}.ports[1].name`]: "http" },
    `${container}.ports`,
    'two ports are called "http"',
  ),
  engine(
    "a port out of range",
    { [`${container}.ports[1].containerPort`]: 65536 },
    `${container}.ports[1].containerPort`,
    "must be a port from 1 to 65535",
  ),
  pod(
    "another port on the host's network",
    { "spec.hostNetwork": true, [`${main}.ports`]: [{ containerPort: 80, hostPort: 81 }] },
    `${main}.ports[0].hostPort`,
    "must be the containerPort 80",
  ),
  engine(
    "an init container with a probe",
    { [`${spec}.initContainers[0].readinessProbe`]: { exec: { command: ["true"] } } },
    `${spec}.initContainers[0].readinessProbe`,
    "an init container has none",
  ),

  engine(
    "a probe with two handlers",
    { [`${container}.livenessProbe.tcpSocket`]: { port: 2242 } },
    `${container}.livenessProbe`,
    "exactly one of exec, grpc, httpGet, tcpSocket; has httpGet and tcpSocket",
  ),
  engine(
    "a probe without a handler",
    { [`${container}.startupProbe.httpGet`]: undefined },
    `${container}.startupProbe`,
    "has none",
  ),
  engine(
    "a probe's command of nothing",
    { [`${spec}.initContainers[1].readinessProbe.exec.command`]: [] },
    `${spec}.initContainers[1].readinessProbe.exec.command`,
    "is required",
  ),
  engine(
    "two successes for startup",
    { [`${container}.startupProbe.successThreshold`]: 2 },
    `${container}.startupProbe.successThreshold`,
    "must be 1 for a startup probe, is 2",
  ),
  engine(
    "two successes for liveness",
    { [`${container}.livenessProbe.successThreshold`]: 2 },
    `${container}.livenessProbe.successThreshold`,
    "must be 1 for a liveness probe",
  ),
  engine(
    "a negative period",
    { [`${container}.readinessProbe.periodSeconds`]: -1 },
    `${container}.readinessProbe.periodSeconds`,
    "must not be negative",
  ),
  engine(
    "a grace period of a readiness probe",
    { [`${container}.readinessProbe.terminationGracePeriodSeconds`]: 5 },
    `${container}.readinessProbe.terminationGracePeriodSeconds`,
    "has none",
  ),
  engine(
    "a grace period of zero",
    { [`${container}.livenessProbe.terminationGracePeriodSeconds`]: 0 },
    `${container}.livenessProbe.terminationGracePeriodSeconds`,
    "must be above 0",
  ),
  engine(
    "a probe of a port that is not there",
    { [`${container}.livenessProbe.httpGet.port`]: "metrics" },
    `${container}.livenessProbe.httpGet.port`,
    'no port called "metrics"; it has http, kv-side-channel',
    HANG,
  ),
  engine(
    "a probe of port 0",
    { [`${container}.livenessProbe.httpGet.port`]: 0 },
    `${container}.livenessProbe.httpGet.port`,
    "from 1 to 65535",
  ),

  engine(
    "a hook with two handlers",
    { [`${container}.lifecycle.preStop.exec`]: { command: ["true"] } },
    `${container}.lifecycle.preStop`,
    "has exec and sleep",
  ),
  engine(
    "a hook without a handler",
    { [`${container}.lifecycle.postStart`]: {} },
    `${container}.lifecycle.postStart`,
    "has none",
  ),
  engine(
    "a sleep above the grace period",
    { [`${container}.lifecycle.preStop.sleep.seconds`]: 946 },
    `${container}.lifecycle.preStop.sleep.seconds`,
    "must be from 0 to terminationGracePeriodSeconds, which is 945",
  ),
  pod(
    "a sleep above the default grace period",
    { [`${main}.lifecycle.preStop.sleep.seconds`]: 31 },
    `${main}.lifecycle.preStop.sleep.seconds`,
    "which is 30",
  ),
  pod(
    "a negative sleep",
    { [`${main}.lifecycle.preStop.sleep.seconds`]: -1 },
    `${main}.lifecycle.preStop.sleep.seconds`,
    "must be from 0",
  ),
  pod(
    "a negative grace period",
    { "spec.terminationGracePeriodSeconds": -1 },
    "spec.terminationGracePeriodSeconds",
    "must not be negative",
    "it becomes 1 in silence",
  ),
];
