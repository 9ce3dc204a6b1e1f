import { findInstance } from "@sonar-iac/topology";
import { numberSetting, over, type Rule, type Settings } from "../../rule";
import { type Fields, kindOf, type ResourceView } from "../../view";
import { instanceTypesOf } from "./instanceTypes";
import { types } from "./types";

/** An autoscaler buys what pods ask for, up to the limit that it is given. */
export const nodeGroupLimits: Rule = {
  name: "node-group-limits",
  description: "Node groups have a largest size, within what is allowed.",
  severity: "medium",
  level: "mandatory",
  tags: ["aws", "cost"],
  remediation: "Set scalingConfig.maxSize, or spec.limits of a Karpenter NodePool, within maxNodes and maxGpus.",
  scope: "stack",
  settings: {
    maxNodes: { type: "integer", minimum: 0, description: "nodes that one group may have" },
    maxGpus: { type: "integer", minimum: 0, description: "GPUs that one group may have" },
  },
  check: ({ resources, settings }) =>
    over(resources, (resource) => {
      if (kindOf(resource) === "NodePool") return nodePool(resource);
      if (resource.type === types.nodeGroup)
        return nodeGroup(resource, resource.fields.at("scalingConfig"), "desiredSize", resources, settings);
      if (resource.type !== types.autoScalingGroup) return undefined;
      return nodeGroup(resource, resource.fields, "desiredCapacity", resources, settings);
    }),
};

function nodePool({ fields }: ResourceView): string | undefined {
  const gpus = fields
    .at("spec", "limits")
    .entries()
    .some(([name]) => /gpu|cpu/.test(name));
  return gpus
    ? undefined
    : 'the NodePool has no limits: it buys nodes for every pod that asks. Give spec.limits, for example { "nvidia.com/gpu": "16" }.';
}

function nodeGroup(
  group: ResourceView,
  scaling: Fields,
  desired: string,
  all: readonly ResourceView[],
  settings: Settings,
): string[] {
  const [least, most, wanted] = ["minSize", "maxSize", desired].map((name) => scaling.at(name).number());
  const problems: string[] = [];
  if (least !== undefined && most !== undefined && least > most)
    problems.push(`minSize ${least} is more than maxSize ${most}. Raise maxSize.`);
  if (wanted !== undefined && most !== undefined && wanted > most)
    problems.push(`${desired} ${wanted} is more than maxSize ${most}. Raise maxSize, or lower ${desired}.`);
  const [maxNodes, maxGpus] = [numberSetting(settings, "maxNodes"), numberSetting(settings, "maxGpus")];
  if (maxNodes !== undefined && most !== undefined && most > maxNodes)
    problems.push(
      `maxSize ${most} is more than the ${maxNodes} nodes that a group may have (maxNodes). Lower maxSize.`,
    );
  if (maxGpus === undefined || most === undefined) return problems;
  for (const type of instanceTypesOf(group, all)) {
    const gpus = (findInstance(type)?.gpuCount ?? 0) * most;
    if (gpus > maxGpus)
      problems.push(
        `${most} × ${type} are ${gpus} GPUs, more than the ${maxGpus} that a group may have (maxGpus). Lower maxSize.`,
      );
  }
  return problems;
}
