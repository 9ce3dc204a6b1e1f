import type { Values } from "../../double/definition";
import { isEmpty } from "../../double/fields";
import type { Live } from "../../double/live";
import { roleName } from "../arn";
import { token } from "../tokens";

/** The template of a node group, where the double made it. */
export function templateOf({ launchTemplate }: Values, live: Live) {
  const { id, name } = (launchTemplate ?? {}) as Values;
  return id !== undefined
    ? live.find(token.launchTemplate, id)
    : live.all(token.launchTemplate).find(({ inputs }) => name !== undefined && inputs.name === name);
}

/** What EKS refuses in any node group. */
export function groupRules({ scalingConfig, updateConfig, labels }: Values): string[] {
  const { minSize, maxSize, desiredSize } = (scalingConfig ?? {}) as Record<string, number>;
  const { maxUnavailable, maxUnavailablePercentage } = (updateConfig ?? {}) as Values;
  const reserved = Object.keys((labels ?? {}) as Values).filter((key) => /^(.*\.)?eks\.amazonaws\.com\//.test(key));
  return [
    ...(Number(minSize) > Number(maxSize) ? [`scalingConfig: minSize ${minSize} is above maxSize ${maxSize}`] : []),
    ...(Number(desiredSize) < Number(minSize) || Number(desiredSize) > Number(maxSize)
      ? [`scalingConfig: desiredSize ${desiredSize} is outside ${minSize} to ${maxSize}`]
      : []),
    ...(!isEmpty(maxUnavailable) && !isEmpty(maxUnavailablePercentage)
      ? ["updateConfig: either maxUnavailable or maxUnavailablePercentage"]
      : []),
    ...reserved.map((key) => `labels: ${key} is reserved for EKS`),
  ];
}

/** What EKS refuses between a node group and its launch template. */
export function templateRules(inputs: Values, live: Live): string[] {
  const { launchTemplate, instanceTypes, diskSize, remoteAccess, amiType, version, releaseVersion, capacityType } =
    inputs;
  if (isEmpty(launchTemplate))
    return capacityType === "CAPACITY_BLOCK" ? ["capacityType: CAPACITY_BLOCK needs a launch template"] : [];
  const problems: string[] = [];
  const not = (name: string, value: unknown, why: string) => {
    if (!isEmpty(value)) problems.push(`${name}: not with a launch template ${why}`);
  };
  not("diskSize", diskSize, "(say it there)");
  not("remoteAccess", remoteAccess, "(say it there)");
  const template = templateOf(inputs, live)?.inputs;
  if (template === undefined) return problems;
  if (!isEmpty(template.instanceType)) not("instanceTypes", instanceTypes, "that has an instance type");
  if (!isEmpty(template.imageId))
    for (const [name, value] of Object.entries({ amiType, version, releaseVersion }))
      not(name, value, "that has an image");
  for (const name of ["iamInstanceProfile", "instanceInitiatedShutdownBehavior", "hibernationOptions"])
    if (!isEmpty(template[name])) problems.push(`launchTemplate: ${name} has no place in a node group's template`);
  if (((template.networkInterfaces ?? []) as Values[]).some(({ subnetId }) => !isEmpty(subnetId)))
    problems.push("launchTemplate: subnets belong to the node group");
  const { marketType } = (template.instanceMarketOptions ?? {}) as Values;
  if (marketType === "spot") problems.push("launchTemplate: capacityType SPOT says it, not the template's market");
  return [...problems, ...blockRules(capacityType, template)];
}

/** A capacity block is asked for in three places that must agree. */
function blockRules(capacityType: unknown, template: Values): string[] {
  const { marketType } = (template.instanceMarketOptions ?? {}) as Values;
  const { capacityReservationTarget } = (template.capacityReservationSpecification ?? {}) as Values;
  const { capacityReservationId } = (capacityReservationTarget ?? {}) as Values;
  const isBlock = marketType === "capacity-block";
  if (capacityType !== "CAPACITY_BLOCK")
    return isBlock ? ["launchTemplate: its market is capacity-block, but capacityType is not CAPACITY_BLOCK"] : [];
  return [
    ...(isBlock ? [] : ["launchTemplate: CAPACITY_BLOCK needs instanceMarketOptions.marketType capacity-block"]),
    ...(isEmpty(capacityReservationId) ? ["launchTemplate: CAPACITY_BLOCK needs the reservation's id"] : []),
    ...(isEmpty(template.instanceType) ? ["launchTemplate: CAPACITY_BLOCK needs the instance type"] : []),
  ];
}

/** Policies without which a node does not join, for roles that the program made. */
export function roleRules({ nodeRoleArn }: Values, live: Live): string[] {
  const role = roleName(nodeRoleArn);
  const made = live.find(token.role, role);
  if (made === undefined || made.inputs.given === true) return [];
  const attached = live.all(token.rolePolicyAttachment).filter(({ inputs }) => inputs.role === role);
  const has = (name: string) => attached.some(({ inputs }) => String(inputs.policyArn).endsWith(`/${name}`));
  return [
    ...(has("AmazonEKSWorkerNodePolicy") ? [] : [`nodeRoleArn: ${role} has no AmazonEKSWorkerNodePolicy yet`]),
    ...(has("AmazonEC2ContainerRegistryReadOnly") || has("AmazonEC2ContainerRegistryPullOnly")
      ? []
      : [`nodeRoleArn: ${role} cannot pull images yet (AmazonEC2ContainerRegistryPullOnly)`]),
  ];
}
