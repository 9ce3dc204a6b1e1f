import { NotHere } from "../../rule";
import type { ResourceView } from "../../view";
import { types } from "./types";

/** EC2 instance types that a node group, launch template or instance asks for; a group's may stand in its template. */
export function instanceTypesOf(resource: ResourceView, all: readonly ResourceView[]): string[] {
  const { fields, type } = resource;
  if (type !== types.nodeGroup && type !== types.autoScalingGroup) return named(resource);
  const own = named(resource);
  if (own.length > 0) return own;
  const mixed = fields.at("mixedInstancesPolicy", "launchTemplate");
  const overrides = mixed.at("overrides").items();
  if (overrides.some((one) => one.at("weightedCapacity").exists))
    throw new NotHere("its instance types have weights, so that its largest size is no number of nodes");
  const instead = overrides.flatMap((one) => one.at("instanceType").text() ?? []);
  if (instead.length > 0) return instead;
  const template = all.find((one) => one.type === types.launchTemplate && resource.dependsOn.includes(one.urn));
  if (template !== undefined) return named(template);
  if (fields.at("launchTemplate").known && !fields.at("launchTemplate").exists && !mixed.exists) return [];
  throw new NotHere("its launch template is not part of this stack, so that its instance type is not known");
}

function named({ fields }: ResourceView): string[] {
  const one = fields.at("instanceType").text();
  return one === undefined
    ? fields
        .at("instanceTypes")
        .items()
        .flatMap((type) => type.text() ?? [])
    : [one];
}
