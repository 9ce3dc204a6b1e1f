import { type Case, casesOf } from "./case";
import { ENGINE, GATEWAY, POD } from "./workloads";

const engine = casesOf(ENGINE);
const pod = casesOf(POD);
const spec = "spec.template.spec";
const container = `${spec}.containers[0]`;
const main = "spec.containers[0]";

/** What the rules about resources and about where pods may run refuse. */
export const SCHEDULING_CASES: Case[] = [
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
    "a spread over no place",
    { [`${spec}.topologySpreadConstraints[0].topologyKey`]: "" },
    `${spec}.topologySpreadConstraints[0].topologyKey`,
    "is required",
  ),
  engine(
    "a spread over no domain",
    {
      [`${spec}.topologySpreadConstraints[0].minDomains`]: 0,
      [`${spec}.topologySpreadConstraints[0].whenUnsatisfiable`]: "DoNotSchedule",
    },
    `${spec}.topologySpreadConstraints[0].minDomains`,
    "must be at least 1",
  ),
  engine(
    "domains with ScheduleAnyway",
    { [`${spec}.topologySpreadConstraints[0].minDomains`]: 2 },
    `${spec}.topologySpreadConstraints[0].minDomains`,
    "works only with whenUnsatisfiable: DoNotSchedule",
  ),
  engine(
    "a label key of a spread that is none",
    { [`${spec}.topologySpreadConstraints[0].matchLabelKeys`]: ["a b"] },
    `${spec}.topologySpreadConstraints[0].matchLabelKeys[0]`,
    "must be letters",
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
