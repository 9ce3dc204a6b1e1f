import { type Case, casesOf } from "./case";
import { ENGINE, GATEWAY, POD } from "./workloads";

const engine = casesOf(ENGINE);
const pod = casesOf(POD);
const spec = "spec.template.spec";
const container = `${spec}.containers[0]`;
const main = "spec.containers[0]";
const HANG = "the kubelet then fails for ever";

/** What the rules about pods refuse. */
export const POD_CASES: Case[] = [
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

  engine(
    "a volume's name with a dot",
    { [`${spec}.volumes[1].name`]: "s.h.m", [`${container}.volumeMounts[2].name`]: "s.h.m" },
    `${spec}.volumes[1].name`,
    "must be lower-case letters",
  ),
  engine(
    "a volume of nothing",
    { [`${spec}.volumes[1].emptyDir`]: undefined },
    `${spec}.volumes[1]`,
    "write emptyDir: {}",
    "it becomes an emptyDir in silence",
  ),
  engine(
    "a volume with two sources",
    { [`${spec}.volumes[1].hostPath`]: { path: "/dev/shm" } },
    `${spec}.volumes[1]`,
    "has emptyDir and hostPath",
  ),
  engine(
    "a mount of a volume that is not there",
    { [`${container}.volumeMounts[0].name`]: "weight" },
    `${container}.volumeMounts[0].name`,
    'no volume "weight"; it has weights, shm, config, compile-cache',
  ),
  engine(
    "a mount of a removed claim",
    { "spec.volumeClaimTemplates": undefined },
    `${container}.volumeMounts[1].name`,
    'no volume "compile-cache"',
  ),
  engine(
    "a mount without a path",
    { [`${container}.volumeMounts[0].mountPath`]: "" },
    `${container}.volumeMounts[0].mountPath`,
    "is required",
  ),
  engine(
    "a part of a volume outside of it",
    { [`${container}.volumeMounts[1].subPath`]: "a/../.." },
    `${container}.volumeMounts[1].subPath`,
    "must be relative and without ..",
  ),
  engine(
    "two parts of a volume at once",
    { [`${container}.volumeMounts[1].subPathExpr`]: "$(A)" },
    `${container}.volumeMounts[1].subPathExpr`,
    "beside subPath",
  ),

  engine(
    "an environment name with =",
    { [`${container}.env[0].name`]: "A=B" },
    `${container}.env[0].name`,
    "printable ASCII",
  ),
  engine(
    "a value and a source",
    { [`${container}.env[1].value`]: "10.0.0.1" },
    `${container}.env[1]`,
    "both value and valueFrom",
  ),
  engine(
    "a source of nothing",
    { [`${container}.env[1].valueFrom`]: {} },
    `${container}.env[1].valueFrom`,
    "must have exactly one of configMapKeyRef",
  ),
  engine(
    "two sources",
    { [`${container}.env[1].valueFrom.secretKeyRef`]: { name: "a", key: "b" } },
    `${container}.env[1].valueFrom`,
    "has fieldRef and secretKeyRef",
  ),
  engine(
    "a pod field that is not exposed",
    { [`${container}.env[1].valueFrom.fieldRef.fieldPath`]: "spec.replicas" },
    `${container}.env[1].valueFrom.fieldRef.fieldPath`,
    '"spec.replicas" is not exposed',
  ),
  engine(
    "a resource that is not exposed",
    { [`${container}.env[4].valueFrom.resourceFieldRef.resource`]: "limits.gpu" },
    `${container}.env[4].valueFrom.resourceFieldRef.resource`,
    "is not exposed",
  ),
  engine(
    "a key that a Secret cannot have",
    { [`${container}.env[3].valueFrom.secretKeyRef.key`]: "a/b" },
    `${container}.env[3].valueFrom.secretKeyRef.key`,
    "must be letters, digits",
  ),
  engine(
    "a Secret without a name",
    { [`${container}.env[3].valueFrom.secretKeyRef.name`]: undefined },
    `${container}.env[3].valueFrom.secretKeyRef.name`,
    "must be lower-case letters",
  ),
  engine(
    "an envFrom of two",
    { [`${container}.envFrom[0].secretRef`]: { name: "qwen3-env" } },
    `${container}.envFrom[0]`,
    "has configMapRef and secretRef",
  ),

  engine(
    "a resource that is none",
    { [`${container}.resources.limits.gpu`]: 1 },
    `${container}.resources.limits.gpu`,
    "must be cpu, memory",
  ),
  engine(
    "a negative amount",
    { [`${container}.resources.requests.cpu`]: "-1" },
    `${container}.resources.requests.cpu`,
    "must not be negative",
  ),
  engine(
    "a request above its limit",
    { [`${container}.resources.requests.memory`]: "33Gi" },
    `${container}.resources.requests.memory`,
    "33Gi is above the limit of 32Gi",
  ),
  pod(
    "half a GPU",
    { [`${main}.resources.limits`]: { "nvidia.com/gpu": "500m" } },
    `${main}.resources.limits["nvidia.com/gpu"]`,
    "500m must be a whole number",
  ),
  engine(
    "fewer GPUs requested than allowed",
    { [`${container}.resources.requests["nvidia.com/gpu"]`]: 1 },
    `${container}.resources.requests["nvidia.com/gpu"]`,
    "1 must equal the limit of 2",
  ),
  engine(
    "GPUs without a limit",
    { [`${container}.resources.limits["nvidia.com/gpu"]`]: undefined },
    `${container}.resources.limits["nvidia.com/gpu"]`,
    "is required where it is requested",
  ),

  engine(
    "a node selector's value with a space",
    { [`${spec}.nodeSelector`]: { "nvidia.com/gpu.product": "NVIDIA L4" } },
    `${spec}.nodeSelector["nvidia.com/gpu.product"]`,
    '"NVIDIA L4" must be letters',
  ),
  engine(
    "a toleration's value with Exists",
    { [`${spec}.tolerations[0].value`]: "true" },
    `${spec}.tolerations[0].value`,
    "must not be set with the operator Exists",
  ),
  engine(
    "a toleration without a key",
    { [`${spec}.tolerations[0].key`]: undefined, [`${spec}.tolerations[0].operator`]: undefined },
    `${spec}.tolerations[0].operator`,
    "must be Exists",
  ),
  engine(
    "a toleration in time of the wrong effect",
    { [`${spec}.tolerations[1].effect`]: "NoSchedule" },
    `${spec}.tolerations[1].effect`,
    "must be NoExecute",
  ),
  engine(
    "a skew of 0",
    { [`${spec}.topologySpreadConstraints[0].maxSkew`]: 0 },
    `${spec}.topologySpreadConstraints[0].maxSkew`,
    "at least 1",
  ),
  engine(
    "domains with ScheduleAnyway",
    { [`${spec}.topologySpreadConstraints[0].minDomains`]: 2 },
    `${spec}.topologySpreadConstraints[0].minDomains`,
    "works only with whenUnsatisfiable: DoNotSchedule",
  ),
  engine(
    "label keys without a selector",
    { [`${spec}.topologySpreadConstraints[0].labelSelector`]: undefined },
    `${spec}.topologySpreadConstraints[0].matchLabelKeys`,
    "needs a labelSelector",
  ),
  engine(
    "an affinity of no place",
    {
      [`${spec}.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.topologyKey`]:
        "",
    },
    `${spec}.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.topologyKey`,
    "must be letters",
  ),
  engine(
    "a weight of 0",
    { [`${spec}.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight`]: 0 },
    `${spec}.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight`,
    "0 must be from 1 to 100",
  ),
  casesOf(GATEWAY)(
    "a pod rule in a Deployment",
    { [`${container}.livenessProbe.successThreshold`]: 3 },
    `${container}.livenessProbe.successThreshold`,
    "must be 1",
  ),
];
