import type * as k8s from "@pulumi/kubernetes";
import type { RankPlan } from "@sonar-iac/topology";
import { apart, lostNode } from "../kube";
import { placement } from "../platform";
import { groupOf } from "./group/group";
import { groupKeyLabel } from "./group/labels";
import type { EnginePodInputs } from "./pod";

/** Which nodes a pod goes to, and how those of a pool share them. */
export function scheduling(inputs: EnginePodInputs, rank: RankPlan): Partial<k8s.types.input.core.v1.PodSpec> {
  const { devices: _, tolerations, ...onto } = placementOf(inputs, rank);
  return groupOf(inputs.pool)
    ? // a node that is lost takes its group along: five minutes, Kubernetes' default, would be five minutes without the engine
      { ...onto, tolerations: [...tolerations, ...lostNode], ...together(inputs) }
    : // engines of one pod lie on as many nodes and in as many zones as there are
      { ...onto, tolerations, topologySpreadConstraints: apart(inputs.selector) };
}

/** How a rank gets onto its node, and what it gets of it. */
export const placementOf = ({ placement: made, platform }: EnginePodInputs, { gpus }: RankPlan) =>
  made ?? placement(platform.nodes, gpus);

/** The pods of a group are a node's share each, as is paid for, and talk all the time: on nodes of their own, in one zone where that can be. */
const together = ({ selector, groups }: EnginePodInputs): Partial<k8s.types.input.core.v1.PodSpec> => ({
  ...(groups?.schedulerName !== undefined && { schedulerName: groups.schedulerName }),
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        {
          topologyKey: "kubernetes.io/hostname",
          labelSelector: { matchLabels: selector },
          matchLabelKeys: [groupKeyLabel],
        },
      ],
    },
    podAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 100,
          podAffinityTerm: {
            topologyKey: "topology.kubernetes.io/zone",
            labelSelector: { matchLabels: selector },
            matchLabelKeys: [groupKeyLabel],
          },
        },
      ],
    },
  },
});
